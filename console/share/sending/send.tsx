import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { Failure, sentenceOf } from '../../api/failure.ts'
import { openPicker } from '../../ui/file-picker.ts'
import { pickedIn, pickedOf, type Picked } from '../../ui/picked.ts'
import { bytes, count, number } from '../../ui/words.ts'
import type { LinkApi, SharedLink } from '../api.ts'
import { guestName, NAMELESS, NameField } from '../guest.tsx'
import type { ShownProps } from '../only.tsx'
import { DropZone } from './drop-zone.tsx'
import { UnderWay } from './lines.tsx'
import { createQueue, type Queue } from './queue.ts'
import { SentFiles } from './sent-files.tsx'
import './send.css'

/** That of the link: it goes on while the password is asked for. */
let kept: { readonly token: string, readonly queue: Queue } | null = null

function queueOf (api: LinkApi, token: string): Queue {
  if (kept?.token !== token) kept = { token, queue: createQueue(api, token) }
  return kept.queue
}

const takesFolders = 'webkitdirectory' in HTMLInputElement.prototype

/** By the link of a drop folder a guest sends files, and sees nothing but what this browser sends. */
export function Send ({ api, link, token, onFailure }: ShownProps) {
  const queue = useMemo(() => queueOf(api, token), [token])
  const failure = useSignal('')
  /** Chosen before there was a name. */
  const picked = useSignal<readonly Picked[]>([])
  const { hold, before } = queue
  useEffect(() => { if (hold.reason() === 'locked') queue.goOn() }, [])
  useEffect(() => { if (hold.reason() === 'locked') onFailure(new Failure(hold.why(), 401)) }, [queue.drawn.value])

  async function choose (picking: () => readonly Picked[] | Promise<Picked[]>): Promise<void> {
    failure.value = ''
    try {
      const chosen = await picking()
      const name = guestName()
      if (name === null) failure.value = NAMELESS
      else queue.add(chosen, name, link)
      picked.value = name === null ? chosen : []
    } catch (error) {
      failure.value = sentenceOf(error)
    }
  }

  /** Asks for the name before anything is chosen. */
  function pick (which: Parameters<typeof openPicker>[1]): void {
    failure.value = ''
    if (guestName() === null) failure.value = NAMELESS
    else openPicker((files) => { choose(() => pickedIn(files)) }, which)
  }

  return (
    <div class='send'>
      <DropZone onDrop={(transfer) => { choose(() => pickedOf(transfer)) }}>
        <NameField />
        <div class='actions'>
          <button type='button' class='button primary' onClick={() => pick({ multiple: true })}>Choose files</button>
          {picked.value.length > 0 && (
            <button type='button' class='button primary' onClick={() => { choose(() => picked.value) }}>
              Send {count(picked.value.length, 'file')}
            </button>
          )}
          {takesFolders && (
            <button type='button' class='button' onClick={() => pick({ webkitdirectory: true, multiple: true })}>Choose a folder</button>
          )}
        </div>
        <p class='quiet'>Or drop files and folders here. <Left link={link} begun={queue.totals.begun} /></p>
        <p class='wrong' role='alert'>{failure.value}</p>
      </DropZone>
      {before !== null && queue.totals.files === 0 && (
        <p class='note'>
          Of {count(before.files, 'file')} not all were sent when this page was closed or loaded again. Choose the same files, or the
          same folder, again: what has been sent is not sent twice, and a file that was half sent goes on.
        </p>
      )}
      <UnderWay queue={queue} />
      <SentFiles queue={queue} />
    </div>
  )
}

function Left ({ link, begun }: { link: SharedLink, begun: number }) {
  const { files_left: files = 0, bytes_left: size = 0, max_file_bytes: most = 0 } = link
  return (
    <>
      {number(Math.max(0, files - begun))} more files are taken, {bytes(size)} in all, of up
      to {bytes(Math.min(most, size))} each.
    </>
  )
}
