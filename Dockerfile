# Companion as a container: for arm64 and amd64, not as root, and it writes only to /data.
#
#     docker compose up            (see compose.yaml)
#
# What it can't know is the address of the computer it runs on: say it with --url (docs/box.md).
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN python -m venv /companion && /companion/bin/pip install --no-cache-dir .

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home --home-dir /data companion \
    && install --directory --owner companion --group companion --mode 700 /data
COPY --from=build /companion /companion
ENV COMPANION_DATA=/data PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD \
    ["/companion/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/about', timeout=4)"]
ENTRYPOINT ["/companion/bin/companion", "--no-browser", "--no-keep-awake"]
