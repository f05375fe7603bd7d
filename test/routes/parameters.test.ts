import { onOneDatabase } from '../helper/app.js'
import { addAsset, addProject, historyOf, NOBODYS_ID, readItem } from '../helper/items.js'

const notString = (name: string, printed: string) => `Invalid parameter '${name}' value ${printed}: Must be a String`
const notStrings = (name: string, printed: string) =>
  `Invalid parameter '${name}' value ${printed}: Must be an array of String`

const WRONG_STRINGS: Array<[sent: string, printed: string]> = [
  ['null', 'nil'],
  ['5', '5'],
  ['5.5', '5.5'],
  ['1e20', '1.0e+20'],
  ['99999999999999999999', '99999999999999999999'],
  ['true', 'true'],
  ['[]', '[]'],
  ['{}', '{}'],
  ['["a", {"b": null}]', '["a", {"b"=>nil}]'],
  ['"a\\u0000b"', '"a\\u0000b"'],
  ['"\\u0000\\u001b#{x}é"', '"\\u0000\\e\\#{x}é"'],
  ['{"__proto__": 1}', '{"__proto__"=>1}']
]

const WRONG_LISTS: Array<[sent: string, printed: string]> = [
  ['null', 'nil'],
  ['"a"', '"a"'],
  ['5', '5'],
  ['{}', '{}'],
  ['{"0": "a"}', '{"0"=>"a"}'],
  ['["a", 1]', '["a", 1]'],
  ['[null]', '[nil]'],
  ['[["a"]]', '[["a"]]'],
  ['["a\\u0000"]', '["a\\u0000"]'],
  ['[99999999999999999999]', '[99999999999999999999]'],
  ['true', 'true']
]

onOneDatabase('Parameters of items are checked in the order in which they are declared', async (t, { admin }) => {
  const asset = await addAsset(admin, { title: 'Asset' })
  const project = await addProject(admin, { title: 'Project' })
  /** Each endpoint with its string and list parameters, and what else it requires. */
  const endpoints = [
    {
      method: 'POST',
      path: 'assets',
      strings: ['title', 'description', 'category'],
      lists: ['tags'],
      rest: '"title": "x"'
    },
    {
      method: 'PUT',
      path: `assets/${asset.id}`,
      strings: ['title', 'description', 'category', 'external_id'],
      lists: ['tags'],
      rest: '"x": 1'
    },
    { method: 'POST', path: `assets/${asset.id}/assign`, strings: ['to_project_id'], lists: [], rest: '"x": 1' },
    {
      method: 'POST',
      path: 'projects',
      strings: ['title', 'description', 'category'],
      lists: ['tags'],
      rest: '"title": "x"'
    },
    {
      method: 'PUT',
      path: `projects/${project.id}`,
      strings: ['title', 'description', 'category', 'external_id'],
      lists: ['tags'],
      rest: '"x": 1'
    },
    { method: 'POST', path: `projects/${project.id}/assign`, strings: ['to_project_id'], lists: [], rest: '"x": 1' }
  ] as const

  for (const { method, path, strings, lists, rest } of endpoints) {
    await t.test(`${method} ${path.replace(/[\da-f-]{36}/, ':id')} names the wrong parameter and the rule that it breaks`, async (t) => {
      for (
        const [names, wrong, text] of [[strings, WRONG_STRINGS, notString], [lists, WRONG_LISTS, notStrings]] as const
      ) {
        for (const name of names) {
          for (const [sent, printed] of wrong) {
            const { status, body } = await admin.send(method, path, `{${rest}, "${name}": ${sent}}`)
            t.strictSame([status, body], [422, { error: text(name, printed) }])
          }
        }
      }
    })
  }

  await t.test('media_type must be live if it is sent; its type is checked before its value', async (t) => {
    for (
      const [sent, error] of [
        ['placeholder', 'Invalid parameter \'media_type\' value "placeholder": Must be one of: <code>live</code>.'],
        ['', 'Invalid parameter \'media_type\' value "": Must be one of: <code>live</code>.'],
        ['Live', 'Invalid parameter \'media_type\' value "Live": Must be one of: <code>live</code>.'],
        ['live\0', 'Invalid parameter \'media_type\' value "live\\u0000": Must be one of: <code>live</code>.'],
        [null, notString('media_type', 'nil')],
        [5, notString('media_type', '5')],
        [['live'], notString('media_type', '["live"]')]
      ] as const
    ) {
      const { status, body } = await admin.post('assets', { title: 'x', media_type: sent })
      t.strictSame([status, body], [422, { error }])
    }
  })

  await t.test('A missing parameter is reported before an invalid one, and otherwise the one that is declared first', async (t) => {
    for (
      const [method, path, sent, error] of [
        ['POST', 'assets', { media_type: 5, tags: 5, category: 5, description: 5 }, 'Missing parameter title'],
        ['POST', 'assets', { media_type: 5, tags: 5, category: 5, description: 5, title: 5 }, notString('title', '5')],
        ['POST', 'assets', { media_type: 5, tags: 5, category: 5, description: 5, title: 'x' },
          notString('description', '5')],
        ['POST', 'assets', { media_type: 5, tags: 5, category: 5, title: 'x' }, notString('category', '5')],
        ['POST', 'assets', { media_type: 5, tags: 5, title: 'x' }, notStrings('tags', '5')],
        ['PUT', `assets/${asset.id}`, { external_id: 5, tags: 5 }, notStrings('tags', '5')],
        ['PUT', `assets/${asset.id}`, { tags: 5, category: 5 }, notString('category', '5')],
        ['POST', 'projects', { tags: 5 }, 'Missing parameter title'],
        ['POST', 'projects', { tags: 5, category: null, title: 'x' }, notString('category', 'nil')],
        ['PUT', `projects/${project.id}`, { tags: 5, external_id: 5 }, notString('external_id', '5')],
        ['PUT', `projects/${project.id}`, { external_id: 5, category: 5 }, notString('category', '5')]
      ] as const
    ) {
      const { status, body } = await admin.send(method, path, sent)
      t.strictSame([status, body], [422, { error }])
    }
  })

  await t.test('A wrong parameter is reported before a missing item, and a missing item before a failure with 200', async (t) => {
    for (
      const [method, path, sent, status, error] of [
        ['PUT', `assets/${NOBODYS_ID}`, { title: null }, 422, notString('title', 'nil')],
        ['POST', `assets/${NOBODYS_ID}/assign`, {}, 422, 'Missing parameter to_project_id'],
        ['POST', `assets/${NOBODYS_ID}/assign`, { to_project_id: NOBODYS_ID }, 404, 'asset not found'],
        ['POST', `projects/${NOBODYS_ID}/members`, {}, 422, 'Missing parameter user_id'],
        ['POST', `projects/${NOBODYS_ID}/members`, { user_id: 99999 }, 404, 'project not found'],
        ['DELETE', `projects/${NOBODYS_ID}/members`, { user_id: '1' }, 422,
          'Invalid parameter \'user_id\' value "1": Must be a Integer']
      ] as const
    ) {
      const answer = await admin.send(method, path, sent)
      t.strictSame([answer.status, answer.body], [status, { error }])
    }
    for (
      const path of [`projects/${NOBODYS_ID}/assets`, `projects/${NOBODYS_ID}/members`,
        `projects/${NOBODYS_ID}/history`, `assets/${NOBODYS_ID}/history`]
    ) {
      t.equal((await admin.get(`${path}?limit=x`)).status, 422, path)
    }
  })

  await t.test('A refused request changes nothing', async (t) => {
    t.match(await readItem(admin, 'assets', asset.id), {
      title: 'Asset',
      project_id: null,
      external_id: null,
      tags: []
    })
    t.match(await readItem(admin, 'projects', project.id), {
      title: 'Project',
      project_id: null,
      external_id: null,
      tags: []
    })
    t.equal((await historyOf(admin, 'assets', asset.id)).length, 1)
  })
})
