import t from 'tap'
import { parse, stringify } from 'yaml'
import { writeYaml } from '#src/openapi/write-yaml.js'
import { createWorld } from '../helper/app.js'

t.test('The document is made once, however often and in whatever form it is asked for', async (t) => {
  const { app, anonymous } = await createWorld(t, 'sqlite')
  const { swagger } = app
  let made = 0
  app.swagger = ((...parameters: []) => {
    made++
    return swagger(...parameters)
  }) as typeof swagger
  const ask = async (path: string) => {
    const { status, text, headers } = await anonymous.get(path)
    return { status, text, type: headers['content-type'] }
  }
  const json = await ask('/docs/json')
  const yaml = await ask('/docs/yaml')
  t.match(json, { status: 200, type: /^application\/json/ })
  t.match(yaml, { status: 200, type: 'application/x-yaml' })
  t.strictSame(parse(yaml.text), JSON.parse(json.text))
  for (let count = 0; count < 5; count++) {
    t.strictSame(await ask('/docs/yaml'), yaml)
    t.strictSame(await ask('/docs/json'), json)
  }
  t.ok(made <= 2, `made ${made} times; checking the answers may have asked for it once`)
})

t.test('The document is written as YAML in small pieces, which are together what they would be at once', async (t) => {
  const { anonymous } = await createWorld(t, 'sqlite')
  const { body: document } = await anonymous.get('/openapi.json')
  const odd = { 'a: b': { '': { 'x\ny': ' leading\n\nlines' }, '- c': [], d: {} }, e: [{ f: { g: 'h\n' } }], i: null }
  for (const whole of [document, odd]) {
    const pieces = [...writeYaml(whole)]
    t.equal(pieces.join(''), stringify(whole, { lineWidth: 0, aliasDuplicateObjects: false }))
    t.strictSame(pieces.filter((piece) => piece.length > 20_000), [])
  }
})

t.test('Forms of the document that are asked for together are made in turns', async (t) => {
  const { app, anonymous } = await createWorld(t, 'sqlite')
  app.swagger()
  let turns = 0
  const count = (): void => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await Promise.all(['/docs/json', '/docs/yaml'].map((path) => anonymous.get(path)))
  clearImmediate(next)
  t.ok(turns > 100, `${turns} turns`)
})
