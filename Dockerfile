# Two stages: one that compiles, and one that runs and has nothing that it does not need for that.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# What only a script can install, Node 24 does without.
RUN npm ci --ignore-scripts
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
# With --build-arg S3=yes it can keep media in a bucket (docs/media.md).
ARG S3
RUN npm prune --omit=dev \
 && if [ -n "$S3" ]; then npm install --no-save --ignore-scripts @aws-sdk/client-s3 @aws-sdk/lib-storage @aws-sdk/s3-request-presigner; fi

FROM node:24-bookworm-slim
# In a container loopback is nobody else's: HOST lets the port be published.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/dist ./dist
# A new volume takes over the owner of the folder that it is put on.
RUN mkdir -p data/media && chown -R node:node data \
 && ln -s /app/dist/src/cli/main.js /usr/local/bin/cutroom \
 && chmod +x dist/src/cli/main.js
USER node
VOLUME /app/data
EXPOSE 3000
# Alive is enough here: a process that waits for its database is not mended by starting it again.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/src/server.js"]
