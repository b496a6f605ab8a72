// The one door to the vendored libraries.
import { Fragment, h, render } from "../vendor/preact.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.js";
import { batch, computed, effect, signal } from "../vendor/signals.js";
import htm from "../vendor/htm.js";

const html = htm.bind(h);

export {
  Fragment,
  batch,
  computed,
  effect,
  html,
  render,
  signal,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
};
