import t from 'tap'
import { createWorld } from '../helper/app.js'

t.test('The document of the docs page is made once, however often it is requested', async (t) => {
  const { app, anonymous } = await createWorld(t, 'sqlite')
  const { swagger } = app
  let made = 0
  app.swagger = ((...parameters: []) => {
    made++
    return swagger(...parameters)
  }) as typeof swagger
  const first = await anonymous.get('/docs/json')
  t.match([first.status, first.headers['content-type']], [200, /^application\/json/])
  for (let count = 0; count < 5; count++) t.equal((await anonymous.get('/docs/json')).text, first.text)
  t.ok(made <= 2, `made ${made} times; checking the answers may have asked for it once`)
  t.equal((await anonymous.get('/docs/yaml')).status, 404)
})
