# What the build needs, the built page, the proxy of compose.yaml, and the server with nothing else in it.
FROM node:24-slim AS packages
WORKDIR /kopa
COPY package.json package-lock.json ./
RUN npm ci

FROM packages AS build
# The transport key is part of the page: the server of this page needs the same one.
ARG TRANSPORT_KEY
ARG TRANSPORT_IV
ARG HEADERS_VERSION
ENV TRANSPORT_KEY=$TRANSPORT_KEY TRANSPORT_IV=$TRANSPORT_IV HEADERS_VERSION=$HEADERS_VERSION
COPY . .
RUN npm run build

FROM caddy:2 AS proxy
COPY Caddyfile /etc/caddy/Caddyfile
# What it answers with while no server does.
COPY --from=build /kopa/dist/status /srv/status
COPY --from=build /kopa/dist/status.js /kopa/dist/icon.svg /srv/

FROM node:24-slim
ENV NODE_ENV=production PORT=8080
WORKDIR /kopa
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force
COPY server server
COPY src/core src/core
# What customers accept.
COPY legal legal
# The sandbox's page has the product's styles.
COPY src/ui/kit src/ui/kit
COPY --from=build /kopa/dist dist
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The limits of the heap: see scripts/lib/server-arguments.mjs.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "server/main.ts"]
