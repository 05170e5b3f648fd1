// A phone that asks for its seat has read the code to rejoin, which makes room for the host's answer.
if (live) {
  live.stream.addEventListener("changed", () => {
    const code = document.getElementById("wakes");
    if (code?.open && document.querySelector("#asked form")) code.close();
  });
}
