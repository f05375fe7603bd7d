// Posts the same bytes repeatedly, with undici and without a database. Started by bare.js.
import { Pool } from 'undici'

process.once('message', async ({ urls, body, headers, count, atOnce }) => {
  await Promise.all(urls.map((url) => postAll(new URL(url), { body, headers, count, atOnce })))
  process.send?.('done')
  process.disconnect()
})

async function postAll ({ origin, pathname: path }, { body, headers, count, atOnce }) {
  const pool = new Pool(origin, { connections: atOnce })
  let left = count
  const post = async () => {
    while (left-- > 0) {
      const answer = await pool.request({ path, method: 'POST', headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, post))
  await pool.close()
}
