import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'dotenv'
import t from 'tap'
import { readConfig, settingNames } from '../../src/process/config.js'
import { projectRoot } from '../../src/basics/paths.js'

t.test('.env.example has every setting and no other, each with its real default', async (t) => {
  const text = await readFile(join(projectRoot, '.env.example'), 'utf8')
  const named = [...text.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map((match) => match[1]!)
  t.strictSame(named.sort(), [...settingNames].sort())

  const example: Record<string, unknown> = readConfig(parse(text))
  const defaults: Record<string, unknown> = readConfig({})
  for (const name of settingNames) t.strictSame(example[name], defaults[name], name)
  const given = Object.keys(parse(text))
  // A copy of the file must not keep them where they were when DATA_DIR changes.
  const following = ['DATABASE_URL', 'MEDIA_DIR']
  for (const name of settingNames) {
    t.equal(
      given.includes(name),
      defaults[name] !== undefined && !following.includes(name),
      `${name} is given where it has a default, and a comment where it has none`
    )
  }
})

t.test('every setting is explained by a comment above it', async (t) => {
  const lines = (await readFile(join(projectRoot, '.env.example'), 'utf8')).split('\n')
  const blocks = lines.join('\n').split('\n\n').slice(1)
  for (const block of blocks) t.match(block, /^# [^=]{10,}\n/, block.split('\n').at(-1)!)
})
