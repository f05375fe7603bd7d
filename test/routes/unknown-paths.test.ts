import { onOneDatabase } from '../helper/app.js'
import { addAsset, addProject, succeed } from '../helper/items.js'

onOneDatabase('With a valid key, an unknown path, method or id is answered with 404', async (t, { admin, anonymous }) => {
  const asset = await addAsset(admin)
  const project = await addProject(admin)

  await t.test('An unknown path or method is answered with 404', async (t) => {
    for (
      const [method, path] of [
        ['GET', 'nowhere'],
        ['PATCH', 'assets'],
        ['PATCH', `assets/${asset.id}`],
        ['POST', `assets/${asset.id}`],
        ['GET', `assets/${asset.id}/trash_bin`],
        ['POST', `assets/${asset.id}/trash-bin`],
        ['POST', `assets/${asset.id}/unassign`],
        ['DELETE', `assets/${asset.id}/assign`],
        ['PUT', 'assets'],
        ['GET', `assets/${asset.id}/members`],
        ['GET', `assets/${asset.id}/history/x`],
        ['PATCH', `projects/${project.id}/members`],
        ['POST', 'external_ids/x'],
        ['GET', 'tokens'],
        ['GET', 'tokens/other_token?token=x'],
        ['POST', 'tokens/confirmation_token'],
        ['GET', 'Assets/x'],
        ['GET', '/api/v2'],
        ['GET', 'admin/nowhere']
      ] as const
    ) {
      const { status, body } = await admin.send(method, path)
      t.strictSame([status, body], [404, { error: 'not found' }], `${method} ${path}`)
    }
  })

  await t.test('A path with a malformed % is answered with 404', async (t) => {
    for (
      const path of ['assets/%', 'assets/%z', 'assets/%zz', 'assets/%E0%A4%A', 'assets/%ff', 'assets/%C3', '%', '%zz/x',
        'external_ids/100%', `projects/${project.id}%/assets`, 'assets/%ED%A0%80']
    ) {
      const { status, body } = await admin.get(path)
      t.strictSame([status, body], [404, { error: 'not found' }], path)
    }
    t.strictSame((await admin.delete(`assets/${asset.id}%`)).status, 404)
    t.equal((await admin.get(`assets/${asset.id}`)).status, 200)
  })

  await t.test('A malformed % in a query is no error in itself', async (t) => {
    t.equal((await admin.get(`assets/${asset.id}?x=%zz&%=1&=&&`)).status, 200)
    t.equal((await admin.get('projects?limit=%zz')).status, 422)
  })

  await t.test('Any text in place of an id is answered with 404', async (t) => {
    for (
      const id of ['abc', '-1', '0', '99999999999999999999', 'null', 'undefined', '%00', 'a%00b', `${asset.id}%00`,
        '%20', `${asset.id}%20`, '%F0%9F%8E%AC', '%25', '..%2F..', '%27%20OR%201%3D1', 'x'.repeat(5000), '*', '$1',
        '{}', '[]', '%5C', '__proto__', 'constructor']
    ) {
      for (
        const [method, path, error] of [
          ['GET', `assets/${id}`, 'asset not found'],
          ['DELETE', `assets/${id}`, 'asset not found'],
          ['PUT', `assets/${id}`, 'asset not found'],
          ['POST', `assets/${id}/trash_bin`, 'asset not found'],
          ['GET', `assets/${id}/history`, 'asset not found'],
          ['GET', `projects/${id}`, 'project not found'],
          ['POST', `projects/${id}/restore`, 'project not found'],
          ['GET', `projects/${id}/assets`, 'project not found'],
          ['GET', `projects/${id}/members`, 'project not found'],
          ['GET', `projects/${id}/history?limit=5`, 'project not found'],
          ['DELETE', `projects/${id}/unassign`, 'project not found'],
          ['GET', `external_ids/${id}`, 'not found']
        ] as const
      ) {
        const { status, body } = await admin.send(method, path)
        t.strictSame([status, body], [404, { error }], `${method} ${path.slice(0, 60)}`)
      }
    }
  })

  await t.test('An unknown id of any length is answered with 404', async (t) => {
    for (const length of [100, 10_000, 20_000, 100_000]) {
      const { status, body } = await admin.get(`assets/${'x'.repeat(length)}`)
      t.strictSame([status, body], [404, { error: 'asset not found' }], `${length}`)
    }
  })

  await t.test('Unknown paths outside of /api/v2 are answered with 404 without a key', async (t) => {
    for (const path of ['/', '/nowhere', '/api', '/api/v1/assets', '/api/v22/assets', '/%zz', '/api/v2x']) {
      const { status, body } = await anonymous.get(path)
      t.strictSame([status, body], [404, { error: 'not found' }], path)
    }
  })

  await t.test('A browser that opens / is redirected to the console', async (t) => {
    const { status, headers } = await anonymous.get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    t.match({ status, headers }, { status: 302, headers: { location: 'console/', vary: 'accept' } })
  })

  await t.test('Every answer has an X-Request-Id, which the caller may choose', async (t) => {
    for (
      const answer of [await admin.get(`assets/${asset.id}`), await admin.get('nowhere'),
        await anonymous.get('assets/x'), await admin.post('assets', '{'), await anonymous.get('/healthz'),
        await admin.get('assets/%zz')]
    ) {
      t.match(answer.headers['x-request-id'], /./)
    }
    t.equal((await admin.get('projects', { 'x-request-id': 'mine-7' })).headers['x-request-id'], 'mine-7')
    const answers = [await succeed(admin.get('projects')), await admin.get('projects'), await admin.get('projects')]
    const ids = answers.map((answer) => answer.headers?.['x-request-id'])
    t.not(ids[1], ids[2])
  })
})
