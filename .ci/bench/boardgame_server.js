// Arguments: the port, and the folder of the pages where it is to serve some.
const fs = require("fs");
const path = require("path");
const zlib = require("zlib");
const { Server, Origins } = require("boardgame.io/server");
const { dig } = require("./game.js");

const [port, folder] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

// Each file is packed once, as it would be behind any web server; null where there is none.
const packed = new Map();
function file(url) {
  const found = folder && path.join(folder, path.normalize(url.split("?")[0]));
  if (!found || !fs.existsSync(found) || !fs.statSync(found).isFile()) return null;
  if (!packed.has(found)) packed.set(found, zlib.gzipSync(fs.readFileSync(found)));
  return { type: TYPES[path.extname(found)] ?? "application/octet-stream", body: packed.get(found) };
}

const server = Server({ games: [dig], origins: [Origins.LOCALHOST] });
server.run(Number(port)).then(({ appServer }) => {
  const others = appServer.listeners("request");
  appServer.removeAllListeners("request").on("request", (request, answer) => {
    const found = file(request.url);
    if (!found) return others.forEach((one) => one.call(appServer, request, answer));
    answer.writeHead(200, { "Content-Type": found.type, "Content-Encoding": "gzip", "Content-Length": found.body.length });
    answer.end(found.body);
  });
  console.log("ready");
});
