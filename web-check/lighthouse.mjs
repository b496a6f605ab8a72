// What Lighthouse says of a page: node lighthouse.mjs PORT mobile|desktop ADDRESS, with a browser
// listening on PORT. Prints scores from 0 to 100, times in ms, and what costs points.

import lighthouse, { defaultConfig, desktopConfig } from "lighthouse";

const [port, device, address] = process.argv.slice(2);
const config = device === "desktop" ? desktopConfig : defaultConfig;
const flags = {
  port: Number(port),
  logLevel: "error",
  onlyCategories: ["performance", "accessibility"],
  disableStorageReset: true, // a seat is a cookie
};
const { lhr } = await lighthouse(address, flags, config);
const { performance, accessibility } = lhr.categories;
const said = (id) => lhr.audits[id];
process.stdout.write(
  JSON.stringify({
    performance: Math.round(performance.score * 100),
    accessibility: Math.round(accessibility.score * 100),
    first_render: said("first-contentful-paint").numericValue / 1000,
    layout_shift: said("cumulative-layout-shift").numericValue,
    metrics: performance.auditRefs.filter(({ weight }) => weight).map(({ id }) => `${id} ${said(id).displayValue}`),
    failed: accessibility.auditRefs
      .map(({ id }) => said(id))
      .filter(({ score }) => score !== null && score < 1)
      .map(({ title, details }) => [title, ...(details?.items ?? []).map(({ node }) => node?.snippet)]),
    error: lhr.runtimeError?.message ?? null,
  }),
);
