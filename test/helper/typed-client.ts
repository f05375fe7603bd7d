import type { Answer, Cutroom, CutroomError } from '../../client/cutroom.js'
import type { World } from './app.js'
import { listeningUrl, loadClient } from './client.js'

/** The client for programs, with the key of the first administrator. */
export async function connect (world: World): Promise<Cutroom> {
  const { createClient } = await loadClient()
  return createClient({ url: await listeningUrl(world), key: world.adminKey })
}

/** The answer of a success, typed by its operation. */
export async function succeed<Data> (asked: Promise<Answer<Data>>): Promise<Data> {
  return (await asked).data
}

/** The status and the text of a refusal. */
export async function refusal (asked: Promise<unknown>): Promise<[status: number, text: string | null]> {
  const { status, text } = await asked.then(() => { throw new Error('A success') }, (error: CutroomError) => error)
  return [status, text]
}
