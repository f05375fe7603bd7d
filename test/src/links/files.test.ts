import t from 'tap'
import { presentFileToGuests } from '#src/links/files.js'

type Case = [what: string, type: string | null, status: string, made: string[], previews: string[], isShown: boolean]

const cases: Case[] = [
  ['a film with a proxy', 'video/mp4', 'done', ['mp4', 'waveform'], ['preview', 'thumbnail'], false],
  ['a film without a proxy', 'video/mp4', 'failed', [], ['preview', 'thumbnail'], true],
  ['a film where no proxies are made', 'video/mp4', 'none', [], ['preview'], true],
  ['a film whose proxy is being made', 'video/mp4', 'running', ['waveform'], ['preview'], true],
  ['a sound with a proxy', 'audio/wav', 'done', ['audio', 'waveform'], [], false],
  ['a sound with a waveform alone', 'audio/mpeg', 'done', ['waveform'], [], true],
  ['a picture with a preview', 'image/png', 'none', [], ['preview', 'thumbnail'], false],
  ['a picture that is looked into again', 'image/png', 'pending', [], ['preview', 'thumbnail'], false],
  ['a picture with a thumbnail alone', 'image/png', 'none', [], ['thumbnail'], true],
  ['a picture of a type that nobody has said', null, 'none', [], ['preview'], false],
  ['a film of a type that nobody has said', null, 'failed', [], ['preview'], true],
  ['a PDF', 'application/pdf', 'none', [], ['preview'], true]
]

t.test('Without downloads the original is shown only if nothing that was made of it shows the same', async (t) => {
  for (const [what, type, status, made, previews, isShown] of cases) {
    const file = {
      filename: 'a',
      version: 1,
      content_type: type,
      status: 'ready',
      proxy_status: status,
      proxies: made.map((kind) => ({ kind })),
      previews: previews.map((kind) => ({ kind })),
      download_url: 'd',
      download_url_expires_at: 'de',
      view_url: 'v',
      view_url_expires_at: 've'
    }
    const { download_url: _url, download_url_expires_at: _end, ...kept } = file
    const shown = isShown ? kept : { ...kept, view_url: null, view_url_expires_at: null }
    t.strictSame(presentFileToGuests(file, false), shown, what)
  }
})
