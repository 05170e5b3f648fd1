// What a phone at a table does not show at first comes when its page stands.
addEventListener("load", () => {
  const { laterStyle, laterScript } = document.getElementById("stream")?.dataset ?? {};
  if (!laterScript) return;
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = laterStyle;
  style.onload = () => dispatchEvent(new Event("resize")); // what was fitted before it came is fitted anew
  const script = document.createElement("script");
  script.src = laterScript;
  document.head.append(style, script);
});
