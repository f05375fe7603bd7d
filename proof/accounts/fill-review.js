import { dialects, idExpression, MOMENT } from '#proof/harness/seed.js'

/**
 * Long comments in the first account, which take too long over HTTP.
 * @typedef {object} Review
 * @property {number} comments on each asset
 * @property {number} threads assets with one comment, which all others answer
 */

/** The longest text, which takes the most when it is escaped. */
const CHARACTERS = 10_000
/** A film with all comments at one frame, and one with a frame for each. */
export const FILMS = 2

/**
 * @param {import('#proof/harness/seed.js').Fillable} database
 * @param {Review} review
 */
export async function fillReview ({ kind, execute, settle }, { comments, threads }) {
  const { numbers } = dialects[kind]
  const idOf = (series, number) => idExpression(kind, series, number)
  const text = kind === 'sqlite' ? `replace(hex(zeroblob(${CHARACTERS / 2})), '0', '<')` : `repeat('<', ${CHARACTERS})`
  const metadata = JSON.stringify({ content_type: 'video/mp4', frame_rate: 25, duration: comments, timecode: null, audio_codec: null })
  const add = (series, count) => `
    INSERT INTO assets (id, account_id, owner, description, title, category, tags, media_type, created_at, modified_at)
    SELECT ${idOf(series, 'i')}, 1, 'admin@example.com', '', 'Review', '', '[]', 'placeholder', ${MOMENT}, ${MOMENT}
    FROM ${numbers(count)}`
  const say = (asset, rows, columns = '', values = '') => `
    INSERT INTO comments (account_id, item_type, item_id, user_id, text, internal, done, created_at, updated_at${columns})
    SELECT 1, 'asset', ${asset}, 1, ${text}, false, false, ${MOMENT}, ${MOMENT}${values} FROM ${rows}`
  const file = idOf('film', 'i')
  await execute([
    add('film', FILMS), add('thread', threads),
    `INSERT INTO media_blobs (id, sha256, crc32, size, key, created_at, metadata)
    SELECT ${file}, 'film ' || i, 0, 1, 'film ' || i, ${MOMENT}, '${metadata}' FROM ${numbers(FILMS)}`,
    `INSERT INTO media_files (id, account_id, asset_id, user_id, filename, source_url, status, blob_id, created_at)
    SELECT ${file}, 1, ${file}, 1, 'film.mp4', '', 'ready', ${file}, ${MOMENT} FROM ${numbers(FILMS)}`,
    `INSERT INTO media_analyses (id, account_id, user_id, status) SELECT ${file}, 1, 1, 'done' FROM ${numbers(FILMS)}`,
    say(idOf('film', '1'), numbers(comments), ', time', ', 1'),
    say(idOf('film', '2'), numbers(comments), ', time', ', i'),
    say(idOf('thread', 'i'), numbers(threads)),
    ...Array.from({ length: threads }, (_, index) => say(idOf('thread', String(index + 1)), numbers(comments - 1), ', reply_to',
      `, (SELECT MIN(id) FROM comments WHERE item_id = ${idOf('thread', String(index + 1))})`))
  ].join(';\n'))
  await settle()
}
