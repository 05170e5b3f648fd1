// The join code is large while people take their seats, and in a corner from then on.
{
  const box = document.getElementById("joinbox");
  let lobby = box.open;
  new MutationObserver(() => {
    const now = document.querySelector(".lobby") !== null;
    if (now !== lobby) box.open = lobby = now;
  }).observe(document.getElementById("live"), { attributes: true, childList: true, subtree: true });
}
