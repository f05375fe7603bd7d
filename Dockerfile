# Three stages: one that compiles, `slim`, which runs and has nothing that it does not need for that, and the whole image,
# which has the programs for films and documents as well. `--target slim` makes the second.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Nothing that the service needs has to be compiled.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json prisma.config.ts ./
COPY scripts ./scripts
COPY prisma ./prisma
COPY src ./src
COPY plugins ./plugins
COPY routes ./routes
COPY console ./console
COPY client ./client
# With --build-arg COMMIT=$(git rev-parse --short HEAD) it knows its commit: there is no repository here.
ARG COMMIT
RUN if [ -n "$COMMIT" ]; then echo "$COMMIT" > scripts/commit.txt; fi \
 && npm run -s build && rm -rf dist/made-of.json dist/console-made-of dist/building
# What speaks with a bucket comes along. The sources of SQLite, its binaries for other machines, what draws PDFs in tests
# alone, and maps of sources do not.
RUN npm prune --omit=dev --no-audit --no-fund \
 && npm install --omit=dev --no-save --save-prod --ignore-scripts --no-audit --no-fund \
      @aws-sdk/client-s3 @aws-sdk/lib-storage @aws-sdk/s3-request-presigner \
 && rm -rf node_modules/@napi-rs && find dist node_modules -name '*.map' -delete \
 && cd node_modules/better-sqlite3 && rm -rf deps src \
 && find prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete

FROM node:24-bookworm-slim AS slim
# In a container loopback is nobody else's: HOST lets the port be published.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/dist ./dist
COPY docs ./docs
# A new volume takes over the owner of the folder that it is put on. Any user of the group 0 may write there.
RUN mkdir /data && chmod 2770 /data \
 && ln -s /app/dist/src/cli/main.js /usr/local/bin/cutroom \
 && chmod +x dist/src/cli/main.js
USER 1000:0
VOLUME /data
EXPOSE 3000
# Alive is enough here: a process that waits for its database is not mended by starting it again.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/src/server.js"]

FROM slim
USER 0:0
# Proxies and waveforms of films and sound, pages of PDFs, previews of HEIF.
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends ffmpeg libheif-examples poppler-utils \
 && rm -rf /var/lib/apt/lists/*
USER 1000:0
