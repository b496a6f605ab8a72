"""Games in which one seat is the learner's and opponents play the others."""
