// A game on somebody else's page: <kingdomino-replay game="ID"> or <kingdomino-replay record="game.json">.
// This script is for that page. It makes a frame that shows the replay from the server it came from.

const HOME = new URL(import.meta.url).origin;
const HEIGHT = "38rem";

class KingdominoReplay extends HTMLElement {
  static observedAttributes = ["game", "record", "at"];

  hear = (/** @type {MessageEvent} */ event) => void this.heard(event);

  connectedCallback() {
    addEventListener("message", this.hear);
    this.show();
  }

  disconnectedCallback() {
    removeEventListener("message", this.hear);
    this.replaceChildren();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.show();
  }

  show() {
    const game = this.getAttribute("game");
    const at = this.getAttribute("at");
    const frame = document.createElement("iframe");
    frame.src = `${HOME}/embed${game ? `/${encodeURIComponent(game)}` : ""}${at ? `#${Number(at)}` : ""}`;
    frame.title = this.getAttribute("label") ?? "Kingdomino";
    frame.loading = "lazy";
    frame.style.cssText = `display: block; width: 100%; height: ${HEIGHT}; border: 0`;
    this.frame = frame;
    this.replaceChildren(frame);
  }

  /** The frame says when it can take a record, and how tall it is. @param {MessageEvent} event */
  async heard({ source, origin, data }) {
    const frame = this.frame;
    if (!frame || source !== frame.contentWindow || origin !== HOME) return;
    const { kingdomino, height } = Object(data);
    if (kingdomino === "height") frame.style.height = `${Number(height)}px`;
    const address = this.getAttribute("record");
    if (kingdomino !== "ready" || !address) return;
    const record = await fetch(address).then(
      (answer) => (answer.ok ? answer.text() : ""),
      () => "",
    );
    frame.contentWindow?.postMessage({ kingdomino: "record", record }, HOME);
  }
}

if (!customElements.get("kingdomino-replay")) customElements.define("kingdomino-replay", KingdominoReplay);
