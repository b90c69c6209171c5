# syntax=docker/dockerfile:1
# One image for every process kind; docker-compose.yml says which command each service runs.
# linux/amd64: the one platform that was tried, and the one that the bundled Chromium is made for.
FROM --platform=linux/amd64 node:24-bookworm-slim AS base

WORKDIR /app
COPY package.json package-lock.json ./
# npm install ends with it.
COPY shared/process/trim-install.ts shared/process/

# The playground needs the local chains, which are development tools. Nothing below takes anything from this stage.
FROM base AS playground
RUN npm install --no-audit --no-fund --no-update-notifier && npm cache clean --force
COPY . .
RUN mkdir -p .farebox && chown -R node:node .farebox && chmod 0700 .farebox
ENV HOST=0.0.0.0 PORT=8402 NPM_CONFIG_UPDATE_NOTIFIER=false
USER node
EXPOSE 8402

# What `docker build` makes when no target is named.
FROM base AS production

# npm install, not npm ci: the lockfile lacks the optional packages of other platforms.
RUN npm install --omit=dev --no-audit --no-fund --no-update-notifier && npm cache clean --force

COPY . .

# The code stays root's; the processes may write their state folder only, and the one service that writes secrets its
# volumes, which take their owner from these folders.
RUN mkdir -p .farebox/blobs && chown -R node:node .farebox && chmod -R 0700 .farebox \
  && mkdir -p /run/farebox/app /run/farebox/settlement /run/farebox/postgres /run/farebox/redis \
  && chown -R node:node /run/farebox && chmod 0700 /run/farebox/app /run/farebox/settlement

# Settings the image changes: half configured it must not start, and a container's loopback reaches nobody.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8402 NPM_CONFIG_UPDATE_NOTIFIER=false
USER node
EXPOSE 8402
CMD ["npm", "run", "ingress"]
