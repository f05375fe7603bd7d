import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { parse } from 'yaml'
import { settingNames } from '../../src/process/config.js'
import { projectRoot } from '../../src/basics/paths.js'
import { blocksOf, documents, readDocument } from '../helper/documents.js'

const secret = 'a secret'
const body = '{"id":"1","title":"Grüße"}'
const signature = createHmac('sha256', secret).update(body).digest('hex')

t.test('Every link in the documents leads to an existing file or heading', async (t) => {
  for (const document of documents) {
    for (const [, target] of readDocument(document).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      t.ok(existsSync(join(projectRoot, dirname(document), target!)), `${document}: ${target}`)
    }
    for (const [, target, anchor] of readDocument(document).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)) {
      const there = target === '' ? document : join(dirname(document), target!)
      const headings = [...readDocument(there).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
        title!.toLowerCase().replace(/[^\w\s-]/g, '').replace(/\s/g, '-')
      )
      t.ok(headings.includes(anchor!), `${document}: ${target}#${anchor}`)
    }
  }
})

t.test('The documented lines for Node verify a webhook', async (t) => {
  const file = join(t.testdir(), 'verify.mjs')
  await writeFile(file, blocksOf('docs/webhooks.md', 'js')[0]!)
  const { isGenuine } = await import(pathToFileURL(file).href)
  t.equal(isGenuine(secret, Buffer.from(body), signature), true)
  t.equal(isGenuine(secret, Buffer.from(`${body} `), signature), false)
  t.equal(isGenuine(secret, Buffer.from(body), 'short'), false)
})

t.test('The documented lines for Python verify a webhook', async (t) => {
  const verify = blocksOf('docs/webhooks.md', 'python')[0]!
  const ask = (sent: string, signed: string) =>
    execFileSync(
      'python3',
      ['-c', `${verify}\nimport sys\nprint(is_genuine(sys.argv[1], sys.argv[2].encode(), sys.argv[3]))`, secret, sent,
        signed],
      { encoding: 'utf8' }
    ).trim()
  t.equal(ask(body, signature), 'True')
  t.equal(ask(`${body} `, signature), 'False')
})

t.test('The compose files use settings that exist', async (t) => {
  const names: readonly string[] = settingNames
  for (const [path, ours] of [['compose.yaml', ['cutroom']], ['compose.postgres.yaml', ['jobs', 'api-1', 'api-2']]] as const) {
    const { services } = parse(readDocument(path), { merge: true })
    t.strictSame(Object.keys(services).filter((name) => name !== 'postgres').sort(), [...ours].sort())
    for (const name of ours) {
      for (const setting of Object.keys(services[name].environment)) t.ok(names.includes(setting), setting)
    }
  }
})

t.test('What the Dockerfile copies is not ignored', async (t) => {
  const lines = readDocument('.dockerignore').split('\n')
  const copied = [...readDocument('Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '))
  t.ok(copied.length > 8)
  for (const path of copied) t.ok(lines.includes(`!${path.replace(/^\.\//, '')}`), path)
})
