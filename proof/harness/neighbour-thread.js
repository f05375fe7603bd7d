// Sends requests one after the other, in a thread of its own, so that other work of this process does not delay them.
// Started by neighbour.js.
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { request } from 'undici'
import { given } from './failure.js'
import { questions } from './neighbour.js'

const PAUSE_MS = 20
const { url, headers } = workerData
const port = given(parentPort)
let asking = null
let over = new AbortController()

port.on('message', async (order) => {
  if (order === 'begin') {
    over = new AbortController()
    asking = ask(over.signal)
    return
  }
  over.abort()
  port.postMessage(await asking)
})

async function ask (signal) {
  const waited = []
  const wrong = []
  let refused = 0
  for (let number = 0; !signal.aborted; number++) {
    for (const path of questions(number)) {
      const startedAt = performance.now()
      try {
        const { statusCode, body } = await request(`${url}/api/v2/${path}`, { headers })
        await body.dump()
        if (statusCode === 503) refused++
        else if (statusCode !== 200) wrong.push(`GET ${path} of the caller who behaves answered ${statusCode}`)
      } catch (error) {
        wrong.push(`GET ${path} of the caller who behaves has no answer: ${error.message}`)
        await delay(PAUSE_MS)
      }
      waited.push(performance.now() - startedAt)
    }
    await delay(PAUSE_MS)
  }
  return { waited, wrong, refused }
}
