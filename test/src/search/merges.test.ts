import t from 'tap'
import { statement } from '#src/database/sql.js'
import { rebuildIndex } from '#src/search/build.js'
import { createWorld } from '../../helper/app.js'

const setting = statement('', () => "SELECT v AS value FROM search_index_config WHERE k = 'deletemerge'")

t.test('FTS5 never rewrites a large part of its index in a commit because of deleted entries', async (t) => {
  const { app } = await createWorld(t, 'sqlite')
  t.match(await app.database.reads.sql.first(setting, []), { value: 0 })
  await rebuildIndex(app)
  t.match(await app.database.reads.sql.first(setting, []), { value: 0 }, 'also after a rebuild')
})
