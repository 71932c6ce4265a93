# Panel and node in one image; the command says which. How to use it: docs/operate/install.md

ARG BASE_IMAGE=node:24-slim
# Builds the restic that takes backups, from the same pinned module as releases do.
ARG GO_IMAGE=golang:1.26

FROM ${GO_IMAGE} AS go
RUN mkdir -p /usr/local/go

# Everything an installation needs, in /source/shipped. A folder of that name in the build context, made by
# `npm run ship -- shipped --with-restic`, is taken as it is; else it is built here.
FROM ${BASE_IMAGE} AS build
WORKDIR /source
COPY . .
COPY --from=go /usr/local/go /usr/local/go
RUN [ -d shipped ] || node scripts/bootstrap.mjs ship shipped --with-restic

FROM ${BASE_IMAGE}
COPY --from=build /source/shipped /opt/rookery
# Those of Node, for restic where the base has none.
RUN [ -e /etc/ssl/certs/ca-certificates.crt ] || { mkdir -p /etc/ssl/certs && \
  node -p "require('tls').rootCertificates.join('\n')" > /etc/ssl/certs/ca-certificates.crt; }
RUN mkdir -p /data && chown 1000:1000 /data && chmod 711 /data
ENV DATA_DIR=/data HTTP_BIND_IP=0.0.0.0 GRPC_BIND_IP=0.0.0.0
# A number and not a name, so that a runtime can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8025 31718
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=20s --start-period=60s --retries=3 \
  CMD ["node", "/opt/rookery/dist/rookery.mjs", "ready"]
ENTRYPOINT ["node", "/opt/rookery/dist/rookery.mjs"]
CMD ["panel", "--set-up"]
