import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/basics/paths.js'
import { portOf } from '../helper/connection.js'
import { runPython, skip } from '../helper/python.js'
import { onOneWithMedia } from '../helper/media/world.js'

const calls = readFileSync(join(projectRoot, 'test/python/operations.py'), 'utf8')

/** What cannot succeed with a key, without mail, previews, locations and a forgotten password. */
const expected = {
  list_drop_folder_links: [404],
  create_drop_folder_link: [404],
  update_drop_folder_link: [404],
  send_drop_folder_link: [404],
  delete_drop_folder_link: [404],
  create_shared_upload: [403],
  create_asset_eject: [404],
  create_project_eject: [404],
  create_collection_eject: [404],
  get_eject: [404],
  delete_eject: [404],
  get_media_view: [403],
  get_media_view_headers: [403],
  send_asset_link: [200],
  send_project_link: [200],
  send_collection_link: [200],
  send_link: [200],
  send_forgotten_password: [404],
  create_arrival_again: [404],
  find_token_user: [401],
  set_password_by_token: [401],
  create_session: [401],
  delete_user_session: [404],
  delete_session: [404],
  get_confirmation_email: [400],
  get_reset_password_email: [400]
}

onOneWithMedia('Every operation can be called through the client for Python', async (t, { app, adminKey }) => {
  const url = `http://127.0.0.1:${await portOf(app)}`
  const { missing, unknown, refusals } = await runPython(calls, { url, key: adminKey })
  t.strictSame(missing, [], 'an operation that test/python/operations.py does not call: add a call of it')
  t.strictSame(unknown, [], 'test/python/operations.py calls an operation that is not there')
  const statuses = Object.entries(refusals).map(([name, all]) => [name, (all as unknown[][]).map(([status]) => status)])
  t.same(Object.fromEntries(statuses), expected)
}, { MEDIA_VERSIONS: '5' }, { skip })
