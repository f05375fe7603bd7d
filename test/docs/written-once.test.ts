import t from 'tap'
import { parse } from 'yaml'
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
