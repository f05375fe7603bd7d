import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { projectRoot } from '../../src/basics/paths.js'
import { readDocument } from '../helper/documents.js'

/** What users read, and what prints it. */
const FILES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'Dockerfile', 'compose.yaml', 'compose.postgres.yaml', 'package.json']
const FOLDERS = ['docs', 'prisma', 'console', 'src', 'plugins', 'routes', 'client', 'scripts']
const TEXT = /\.(?:md|ts|tsx|js|mjs|json|py|service|timer|conf|yaml|yml|html|env)$/
const GENERATED = /(?:^|\/)(?:generated|node_modules)\//

/** A name of ours as a registry has it, with a version or without. */
const OURS = '(?:@cutroom/[\\w-]+|cutroom(?:-client)?)(?:@[^\\s"\'`]*)?(?=[\\s"\'`,\\]\\\\]|$)'

/** What would fetch a package of ours by its name: nobody has published one yet, and a stranger may. */
const FETCHES = [
  `\\b(?:npx|bunx|uvx|(?:npm|pnpm|yarn|bun) (?:x|exec|dlx|create|init)|pipx run)(?: +-\\S+)* +["']?${OURS}`,
  `\\b(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|deno) +(?:i|install|add|pip install)(?= )[^\\n\`]* ["']?${OURS}`,
  `["'](?:npx|bunx|uvx|npm|pnpm|yarn|bun|pipx)["'][^\\]}]*["']${OURS}`,
  '\\b(?:npm|jsr):/?@?cutroom\\b',
  '(?:unpkg\\.com|esm\\.sh|jsdelivr\\.net/npm|skypack\\.dev|npmjs\\.(?:com|org)(?:/package)?|pypi\\.org/project)/cutroom',
  `\\bdocker +pull [^\\n\`]*${OURS}`,
  `\\bdocker +run (?!--pull never)[^\\n\`]* ${OURS}`
].map((pattern) => new RegExp(pattern, 'm'))

function fetchIn (text: string): string | undefined {
  for (const pattern of FETCHES) {
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) return found
  }
}

t.test('No line of the documents, of the console and of the command fetches a package of ours by its name', async (t) => {
  const paths = [...FILES, ...FOLDERS.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(projectRoot, join(parentPath, name)))
      .filter((path) => TEXT.test(path) && !GENERATED.test(path)))]
  t.ok(paths.length > 500, `${paths.length} files`)
  for (const path of paths) {
    const found = fetchIn(readDocument(path))
    if (found !== undefined) t.fail(`${path}: ${found}`)
  }
})

t.test('Such lines are found in each form, and those with a path or a URL are none', async (t) => {
  for (const line of [
    'npx cutroom mcp', 'npx -y cutroom@latest mcp', 'npx --yes -p cutroom cutroom mcp', 'npm exec cutroom -- serve',
    '`npx cutroom`', 'npm i -g cutroom', 'npm install cutroom', 'npm install --save cutroom @x/y', 'npm install @x/y cutroom',
    'npm add cutroom-client', 'pnpm dlx cutroom', 'yarn add cutroom@^1', 'pip install cutroom', 'uvx cutroom',
    '"command": "npx",\n "args": ["-y", "cutroom", "mcp"]', "spawn('npx', ['cutroom'])", "import 'npm:cutroom/client'",
    'https://esm.sh/cutroom/client', 'docker pull cutroom', 'docker run -d cutroom'
  ]) t.ok(fetchIn(line), line)
  for (const line of [
    'npm install ./cutroom-1.0.0.tgz', 'npm install http://127.0.0.1:3000/client.tgz', 'npm run -s cutroom -- user list',
    'node_modules/.bin/cutroom serve', 'npm install @modelcontextprotocol/sdk', 'docker run --pull never -d cutroom',
    'npx openapi-typescript http://127.0.0.1:3000/openapi.json -o cutroom.d.ts', 'cd /opt/cutroom && npm ci'
  ]) t.equal(fetchIn(line), undefined, line)
})

t.test('The compose files build the image, and never pull one by its name', async (t) => {
  for (const [path, count] of [['compose.yaml', 1], ['compose.postgres.yaml', 3]] as const) {
    const services = Object.values<any>(parse(readDocument(path), { merge: true }).services)
    const ours = services.filter(({ image }) => image.startsWith('cutroom'))
    t.equal(ours.length, count)
    for (const { build, pull_policy: policy } of ours) t.match({ build, policy }, { build: { context: '.' }, policy: 'build' })
  }
})
