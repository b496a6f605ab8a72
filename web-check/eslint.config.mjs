// Habits of the pages' scripts and style sheets. Types are tsc's business, form is prettier's.

import css from "@eslint/css";
import js from "@eslint/js";

const rules = {
  "no-undef": "off", // tsc knows the names of browsers better
  "no-unused-vars": "off", // and so it does what is used in types only
  "no-empty": ["error", { allowEmptyCatch: false }],
  "no-var": "error",
  "prefer-const": "error",
  "object-shorthand": "error",
  eqeqeq: "error",
  "no-else-return": "error",
  "no-console": "error",
  "default-case-last": "error",
  "no-unneeded-ternary": "error",
  "no-useless-rename": "error",
  "no-useless-return": "error",
  "no-param-reassign": "error",
  "no-shadow": "error",
};

export default [
  { files: ["**/*.js", "**/*.mjs"], ...js.configs.recommended },
  { files: ["**/*.js", "**/*.mjs"], rules },
  { files: ["**/*.mjs"], rules: { "no-console": "off" } },
  {
    files: ["src/**/*.css"],
    plugins: { css },
    language: "css/css",
    ...css.configs.recommended,
    rules: {
      ...css.configs.recommended.rules,
      "css/use-baseline": "off",
      "css/no-important": "off",
      // Colours and sizes are defined in theme.css, which a look at one file does not see.
      "css/no-invalid-properties": ["error", { allowUnknownVariables: true }],
    },
  },
];
