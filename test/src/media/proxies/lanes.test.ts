import type { Test } from 'tap'
import { addAsset } from '../../../helper/items.js'
import type { Client } from '../../../helper/app.js'
import { makeByFfmpeg, needs } from '../analysis/samples.js'
import { startFileSender } from '../sender.js'
import { attach, eventually, mediaOf, onBothWithMedia } from '../world.js'
import { picture } from './rendering.js'

const LONG_S = 70
const CROWD = ['one', 'two', 'three', 'four', 'five']

/** Makes a film with this title, and returns the URL of its sender. */
async function makeFilm (t: Test, seconds: number, title: string): Promise<string> {
  const options = [...picture(seconds, '320x180', '8'), '-metadata', `title=${title}`, '-c:v', 'mpeg4', '-q:v', '3']
  return (await startFileSender(t, { bytes: await makeByFfmpeg(t, 'film.mov', options) })).url
}

async function send (client: Client, url: string): Promise<string> {
  const { id } = await addAsset(client)
  await attach(client, id, url, 'film.mov')
  return id
}

const statusOf = async (client: Client, id: string): Promise<string> => (await mediaOf(client, id))[0]!.proxy_status

onBothWithMedia('A film waits for at most one film of another account, and a short film for none', async (t, { admin, addStranger }) => {
  const { client } = await addStranger()
  const urls: string[] = []
  for (const title of CROWD) urls.push(await makeFilm(t, LONG_S, title))
  const ofOther = [await makeFilm(t, LONG_S, 'long'), await makeFilm(t, 1, 'short')] as const
  const crowd = await Promise.all(urls.map((url) => send(admin, url)))
  const [long, short] = await Promise.all(ofOther.map((url) => send(client, url))) as [string, string]
  const waiting = async () =>
    (await Promise.all(crowd.map((id) => statusOf(admin, id)))).filter((status) => status === 'pending').length

  await eventually(() => statusOf(client, short), (status) => status === 'done')
  t.ok(await waiting() >= 1, 'the short one does not wait for them')
  await eventually(() => statusOf(client, long), (status) => status === 'done')
  t.ok(await waiting() >= 1, 'the long one comes before the last of them')
}, { MEDIA_ANALYSIS_PARALLEL: '4', MEDIA_PROXIES: 'on' }, needs.films)
