import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { borrowWorld } from '../helper/app.js'

/** A description or a summary. */
interface Text {
  readonly text: string
  /** The path in the document. */
  readonly at: string
  /** The name of what it describes: a property, a parameter, a header. */
  readonly name: string
  readonly type: unknown
}

const ODD_BEGINNING = /^(?:What|How|Where|Who|Whom|Whose|Whoever|For who|So many)\b/
const ODD_WORDS = /\bof whom\b|\bby which\b|\bthe one that\b|\bof several, any\b|\bunless told\b/i
const MOMENT = /(?:_at|_date|^time|timestamp|expires|Last-Modified)$/

const { anonymous } = await borrowWorld(t, 'sqlite')
const { body: document } = await anonymous.get('/openapi.json')
const texts = textsOf(document, [])

t.test('Texts of the API document begin with the word of the field, or are sentences', async (t) => {
  t.ok(texts.length > 3000, `${texts.length} texts`)
  const wrong = (rule: (text: Text) => boolean) => texts.filter(rule).map(({ at, text }) => `${at}: ${text}`)
  t.strictSame(wrong(({ text }) => ODD_BEGINNING.test(text)), [])
  t.strictSame(wrong(({ text }) => ODD_WORDS.test(text)), [])
  t.strictSame(wrong(({ text }) => text === 'The answer.'), [], 'each answer is described')
  t.strictSame(wrong(({ text, name }) => text.startsWith('When ') && !MOMENT.test(name)), [], 'only moments')
  t.strictSame(wrong(({ text, type }) => text.startsWith('Whether ') && type !== 'boolean'), [], 'only booleans')
})

t.test('Each text of the API document is written once', async (t) => {
  const sources = ['routes', 'src/http', 'src/items', 'src/openapi', 'src/search']
    .flatMap((folder) => readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(projectRoot, folder, path), 'utf8')))
    .join('\n')
  // The name of a server is also on the docs page, which says it of its own.
  const ofSentences = new Set(texts.map(({ text }) => text).filter((text) => /^[A-Z`].*[.]$/.test(text)))
  t.strictSame([...ofSentences].filter((text) => sources.split(`'${text}'`).length > 2), [],
    'several places have this text: put it into src/openapi/descriptions.ts')
})

function textsOf (value: unknown, path: readonly string[]): Text[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]): Text[] => {
    if (key === 'example' || key === 'examples') return []
    if ((key !== 'description' && key !== 'summary') || typeof part !== 'string') return textsOf(part, [...path, key])
    const { name = path.at(-1), type, schema } = value as Record<string, any>
    return [{ text: part, at: path.join('/'), name, type: type ?? schema?.type }]
  })
}
