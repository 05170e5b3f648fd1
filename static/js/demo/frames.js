// Each frame has a stream, and a browser has six connections to one host: a second window would take what taps need.
{
  const NAME = "companion-demo";
  const { locks } = navigator;
  const second = document.getElementById("second");
  const begin = () => {
    second.hidden = true;
    for (const frame of document.querySelectorAll("iframe")) frame.src = frame.dataset.src;
  };
  // Nothing is asked of this window any more before it is closed.
  const stay = () => {
    begin();
    return new Promise(() => {});
  };
  const wait = () => {
    second.hidden = false;
    return locks.request(NAME, stay);
  };
  if (locks) locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? stay() : void wait()));
  else begin();
}
