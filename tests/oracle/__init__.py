"""A second, deliberately naive implementation of the rules, for tests to compare the engine with.

Written from the settled rules alone, never from the engine; where both agree, both read the same.
"""
