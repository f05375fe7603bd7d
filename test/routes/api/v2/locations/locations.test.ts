import t from 'tap'
import { createWorld, dialects } from '../../../../helper/app.js'

const LOCATIONS = 'ingest=/srv/secret,archive=s3://hidden/prefix,acme:ingest=/srv/acme,default:out=/srv/out'

for (const dialect of dialects) {
  t.test(`Administrators list the locations of their account (${dialect})`, async (t) => {
    const { admin, anonymous, addUser, addStranger, app } = await createWorld(t, dialect, { LOCATIONS })
    const answer = await admin.get('locations')
    t.equal(answer.status, 200)
    t.strictSame(answer.body, {
      locations: [{ name: 'ingest', type: 'folder' }, { name: 'archive', type: 'bucket' }, { name: 'out', type: 'folder' }]
    })
    t.notMatch(JSON.stringify(answer.body), /srv|hidden|prefix/)

    for (const access of ['account', 'projects'] as const) {
      const { client } = await addUser({ access })
      const refused = await client.get('locations')
      t.equal(refused.status, 403)
      t.strictSame(refused.body, { error: 'Your role does not allow this' })
    }
    t.equal((await anonymous.get('api/v2/locations')).status, 401)

    const stranger = await addStranger()
    t.strictSame((await stranger.client.get('locations')).body, { locations: [] })

    const first = { id: 1, name: 'default' }
    t.strictSame(await app.locations.find(first, 'ingest'), { type: 'folder', path: '/srv/secret' })
    t.strictSame(await app.locations.find({ id: 99, name: 'acme' }, 'ingest'), { type: 'folder', path: '/srv/acme' })
    t.equal(await app.locations.find({ id: 99, name: 'acme' }, 'archive'), null)
    t.equal(await app.locations.find({ id: 99, name: 'other' }, 'out'), null)
  })
}
