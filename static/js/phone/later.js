// What a phone at a table doesn't show at first is loaded once its page is there.
addEventListener("load", () => {
  const { laterStyle, laterScript } = document.getElementById("stream")?.dataset ?? {};
  if (!laterScript) return;
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = laterStyle;
  style.onload = () => dispatchEvent(new Event("resize")); // what was fitted before it came is fitted again
  const script = document.createElement("script");
  script.src = laterScript;
  document.head.append(style, script);
});
