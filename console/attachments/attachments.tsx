import { useSignal, type ReadonlySignal } from '@preact/signals'
import { api, done, type Item, type ItemType, type Schemas } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { who } from '../api/session.ts'
import { idsOf, pathOf } from '../items/item.ts'
import { rightsOf } from '../items/rights.ts'
import { openPicker } from '../ui/file-picker.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { bytes } from '../ui/words.ts'
import { sendAttachment, sent } from './send.ts'
import './attachments.css'

type Attachment = Schemas['Attachment']

interface AttachmentsProps {
  readonly type: ItemType
  readonly item: Item
  /** Counts the changes of the item. */
  readonly heard: ReadonlySignal<number>
}

/** The files beside an asset or a project. */
export function Attachments ({ type, item, heard }: AttachmentsProps) {
  const { data, failure, reload } = useLoaded(async () => list(type, item.id), [type, item.id, heard.value])
  const attachments = data.value ?? []
  const rights = rightsOf(type, item)
  const mayChange = ({ comment_id: comment, user_id: user }: Attachment) =>
    comment === null ? rights.change : rights.purge || user === who.value?.user.id
  const sending = sent.value.filter((file) => file.itemId === item.id)

  const pick = () => openPicker((files) => {
    for (const file of files) sendAttachment(type, item.id, file, reload).catch(tellFailure)
  }, { multiple: true })

  return (
    <section class='files attachments' aria-label='Attachments'>
      <div class='section-head'>
        <h2>Attachments</h2>
        {rights.change && <button type='button' class='button' onClick={pick}>Attach files</button>}
      </div>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {data.value !== null && attachments.length + sending.length === 0 && (
        <p class='quiet'>Call sheets, release forms, scripts: nothing is attached yet.</p>
      )}
      <ul class='file-list'>
        {sending.map(({ id, name, size, bytes: there, cancel }) => (
          <li key={id}>
            <span class='file-name'>{name}</span>
            <progress max={Math.max(1, size)} value={there} aria-label={`Progress of ${name}`} />
            <button type='button' class='link' onClick={cancel}>Cancel</button>
          </li>
        ))}
        {attachments.filter(({ id }) => !sending.some((file) => file.id === id)).map((each) => (
          <Row
            key={each.id} type={type} itemId={item.id} attachment={each} mayChange={mayChange(each)} reload={reload}
          />
        ))}
      </ul>
    </section>
  )
}

async function list (type: ItemType, id: string): Promise<readonly Attachment[]> {
  return (await done(api.GET(pathOf(type, '/attachments'), { params: { path: idsOf(id) } }))).attachments
}

interface RowProps {
  readonly type: ItemType
  readonly itemId: string
  readonly attachment: Attachment
  readonly mayChange: boolean
  readonly reload: () => Promise<void>
}

function Row ({ type, itemId, attachment, mayChange, reload }: RowProps) {
  const { id, filename, size, status, description, download_url: url, comment_id: commentId } = attachment
  const isRemoving = useSignal(false)
  const params = { path: { ...idsOf(itemId), attachment_id: String(id) } }

  async function describe (text: string) {
    if (text === description) return
    const body = { description: text }
    await done(api.POST(pathOf(type, '/attachments/{attachment_id}'), { params, body })).then(reload, tellFailure)
  }

  return (
    <li>
      <span class='file-name'><bdi>{filename}</bdi></span>
      <span class='quiet'>{status === 'ready' ? bytes(size) : 'Waiting for its bytes'}</span>
      {commentId !== null && (
        <button
          type='button' class='link'
          onClick={() => document.getElementById(`comment-${commentId}`)?.scrollIntoView({ block: 'nearest' })}
        >
          on a comment
        </button>
      )}
      {url !== null && <a class='button' href={reachable(url)} download={filename}>Download<span class='hidden-text'> {filename}</span></a>}
      {mayChange && (
        <button type='button' class='link' onClick={() => { isRemoving.value = true }}>
          Remove<span class='hidden-text'> {filename}</span>
        </button>
      )}
      {mayChange
        ? (
          <input
            type='text' class='attachment-description' aria-label={`Description of ${filename}`} placeholder='Description'
            value={description} maxLength={100_000}
            onChange={(event) => { describe(event.currentTarget.value) }}
            onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); event.currentTarget.blur() } }}
          />
          )
        : description !== '' && <p class='attachment-description' dir='auto'>{description}</p>}
      {isRemoving.value && (
        <FormDialog
          title={`Remove ${filename}`} verb='Remove' isDanger onClose={() => { isRemoving.value = false }}
          work={async () => {
            await done(api.DELETE(pathOf(type, '/attachments/{attachment_id}'), { params }))
            await reload()
          }}
        >
          <p>The file is deleted. It cannot be restored.</p>
        </FormDialog>
      )}
    </li>
  )
}
