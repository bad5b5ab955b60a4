# A club's server: blindhex serve with PostgreSQL and figures for Prometheus. See docs/club.md.
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[metrics,postgres]'

FROM python:3.13-slim
RUN useradd --create-home umpire && mkdir /data && chown umpire /data
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels 'blindhex[metrics,postgres]'
USER umpire
ENV BLINDHEX_DATA_DIR=/data BLINDHEX_HOST=0.0.0.0 BLINDHEX_PORT=8642
VOLUME /data
EXPOSE 8642 9642
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD \
    ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8642/healthz', timeout=4)"]
ENTRYPOINT ["blindhex"]
CMD ["serve", "--metrics", "9642"]
