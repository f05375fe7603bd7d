import type { Test } from 'tap'
import type { Client } from './app.js'
import { succeed } from './items.js'
import { eventually, startReceiver, type Respond } from './receiver.js'
import { addWebhook } from './webhooks.js'

/** A webhook that gets what it is handed, and nothing else. */
export async function receiveSteps (t: Test, admin: Client, respond?: Respond) {
  const receiver = await startReceiver(t, respond)
  const { id } = await addWebhook(admin, { http_url: receiver.url, trigger_events: [] })
  return { receiver, id: id as number }
}

export const defineAction = async (admin: Client, more: object): Promise<any> =>
  (await succeed(admin.post('admin/actions', { name: 'Transcribe', ...more }))).action

export const startAction = (client: Client, id: number, body: object): Promise<any> =>
  succeed(client.post(`actions/${id}/runs`, body))

export const wholeRun = (client: Client, id: string): Promise<any> => succeed(client.get(`runs/${id}`))

export async function untilOver (client: Client, id: string): Promise<any> {
  return eventually('a run', async () => {
    const found = await wholeRun(client, id)
    return ['completed', 'failed', 'cancelled'].includes(found.run.status) ? found : undefined
  })
}

/** A program that has the token of a step. */
export function programOf (anonymous: Client, token: string) {
  const authorization = `Bearer ${token}`
  return {
    read: () => anonymous.get('run', { authorization }),
    report: (body: object, headers: object = {}) => anonymous.send('POST', 'run', body, { authorization, ...headers })
  }
}

/** Claims a step of a queue, once one is there. */
export async function claimStep (client: Client, queue: string): Promise<any> {
  const { claim } = await succeed(client.post('runs/claims', { queues: [queue], wait: 60 }))
  return claim
}
