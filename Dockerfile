# Bellwether in one image: docker build -t bellwether . && docker run -p 9099:9099 -v bellwether-data:/data bellwether
FROM node:24-alpine AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY wire/package.json wire/
COPY server/package.json server/
COPY web/package.json web/
COPY scripts/setup.mjs scripts/
COPY scripts/server/require-node.mjs scripts/server/
# Installed in a layer of its own, so that a change of the sources does not install again: the commands below find that
# this lock file has been installed.
RUN node --input-type=module --eval "import { installIfNeeded } from './scripts/setup.mjs'; await installIfNeeded()"
COPY . .
RUN npm run release -- --this-platform \
    && rm release/*.tgz \
    && mv release/bellwether-* /app

FROM node:24-alpine
LABEL org.opencontainers.image.title="Bellwether" \
      org.opencontainers.image.description="AI assistants for courses, made of tools" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=9099 \
    DATA_DIR=/data
# npm and yarn are not needed to run, and are a third of Node's own layer.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
    && mkdir /data \
    && chown node:node /data
COPY --from=build /app /app
WORKDIR /app
USER node
VOLUME /data
EXPOSE 9099
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.mjs"]
