import type { LinePart, SearchExtension } from '../core/extension.js'
import { byValues, flag } from '../http/search-parameters.js'
import { listPublications, presentPublication } from './rows.js'

const PUBLISHED = 'true'

/** Finds assets that have a publication. */
export const publicationSearch: SearchExtension = {
  filters: {
    published: byValues(
      flag('`true` finds only assets that were published.', true), (isPublished) => isPublished ? [PUBLISHED] : []
    )
  },
  columns: (_sql, type) => ({
    published: type === 'project'
      ? 'NULL'
      : `(SELECT '${PUBLISHED}' WHERE EXISTS (SELECT 1 FROM publications AS p WHERE p.asset_id = i.id))`
  }),
  valuesOf: (_type, { published }) => published == null ? [] : [['published', published]],
  events: ['ASSET_PUBLISHED']
}

/** The publications of an asset in exports, in the order in which they were added. */
export const publicationLine: LinePart = {
  name: 'publications',
  type: 'asset',
  isThere: (item) => `EXISTS (SELECT 1 FROM publications AS p WHERE p.asset_id = ${item})`,
  async * read (sql, accountId, itemId) {
    const rows = await sql.all(listPublications, [itemId, accountId])
    yield rows.map((row) => JSON.stringify(presentPublication(row)))
  }
}
