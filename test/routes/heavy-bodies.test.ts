import { onBothDatabases } from '../helper/app.js'
import { addFieldGroup, addHolders } from '../helper/fields.js'

const empty = `{"custom_fields":[${Array(100_000).fill('{}').join()}]}`

onBothDatabases('Requests with many values are worked on one after the other, and others pass them by', async (t, { app, admin }) => {
  const { group } = await addFieldGroup(admin, ['boolean'])
  const { fields } = (await addHolders(admin, group))[0]!
  const { set } = app.fieldValues
  let running = 0
  let most = 0
  let ended = 0
  t.intercept(app.fieldValues, 'set', {
    value: async (...parameters: Parameters<typeof set>) => {
      most = Math.max(most, ++running)
      return set(...parameters).finally(() => { running-- })
    }
  })
  const large = Promise.all(Array.from({ length: 6 }, async () => {
    const { status } = await admin.send('POST', fields, empty)
    ended++
    return status
  }))
  t.equal((await admin.post('assets', { title: 'small' })).status, 200)
  t.ok(ended < 6, 'a small request does not wait for them')
  t.strictSame(await large, Array(6).fill(200))
  t.equal(most, 1)
})

onBothDatabases('A wrong value of any size is printed whole, in turns of the event loop', async (t, { admin }) => {
  let turns = 0
  let timer = setImmediate(function count () {
    turns++
    timer = setImmediate(count)
  })
  const { status, body } = await admin.send('POST', 'assets', `{"title":[${Array(300_000).fill('0').join()}]}`)
  clearImmediate(timer)
  t.strictSame([status, body.error], [422,
    `Invalid parameter 'title' value [${Array(300_000).fill('0').join(', ')}]: Must be a String`])
  t.ok(turns >= 30, `${turns} turns`)
})

onBothDatabases('Of a body with many values the same is answered as of a small one', async (t, { admin }) => {
  const many = `[${Array(30_000).fill('[]').join()}]`
  const ignored = await admin.send('POST', 'assets', `{"unknown":${many},"title":"é","tags":["a"]}`)
  t.match(ignored.body.asset, { title: 'é', tags: ['a'] })
  const refusals = {
    [`{"title":"x","tags":${many}}`]: `Invalid parameter 'tags' value ${many.replaceAll(',', ', ')}: Must be an array of String`,
    [`{"unknown":${many}}`]: 'Missing parameter title',
    [many]: 'Missing parameter title',
    [`{"title":"x","unknown":${many}`]: 'Invalid JSON body'
  }
  for (const [body, error] of Object.entries(refusals)) {
    const { status, body: answer } = await admin.send('POST', 'assets', body)
    t.strictSame([status, answer], [422, { error }])
  }
  const strict = await admin.send('POST', 'user/api_keys', `{"name":"x","unknown":${many}}`)
  t.strictSame([strict.status, strict.body], [422, { error: "Unknown parameter 'unknown'" }])
  const search = await admin.send('POST', 'search', `{"tag":${many}}`)
  t.strictSame([search.status, search.body.error], [422,
    `Invalid parameter 'tag' value ${many.replaceAll(',', ', ')}: Must be an array of String`])
})
