// Being called to one's turn while the page is closed: where the browser can, and only who agrees.

import { html, useEffect, useState } from "../lib.js";
import { get, post } from "../api.js";
import { t } from "../i18n.js";
import { Switch } from "./shell.js";

const registration = () => navigator.serviceWorker.ready;

export function TurnNotice() {
  const [on, setOn] = useState(/** @type {boolean | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
    registration()
      .then(({ pushManager }) => pushManager.getSubscription())
      .then((known) => setOn(known !== null))
      .catch(() => undefined); // then it is not offered
  }, []);
  const onChange = async (/** @type {boolean} */ wanted) => {
    setOn(wanted);
    setProblem("");
    try {
      await (wanted ? agree() : refuse());
    } catch {
      setOn(!wanted);
      setProblem(t("settings.notify.denied"));
    }
  };
  if (on === null) return null;
  return html`<${Switch} on=${on} label=${t("settings.notify")} what=${t("settings.notify.what")} onChange=${onChange} />
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
}

async function agree() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
  const { key } = await get("/api/push");
  const { pushManager } = await registration();
  const { endpoint } = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post("/api/push", { endpoint });
}

async function refuse() {
  await post("/api/push", { endpoint: null });
  const { pushManager } = await registration();
  await (await pushManager.getSubscription())?.unsubscribe();
}
