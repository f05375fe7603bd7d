import { useSignal, type ReadonlySignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { isOnItsWay } from '../items/file-state.ts'
import { hearOfFiles, type MediaFile } from '../items/previews.ts'
import { sendFile, sendings } from '../items/sendings.ts'
import { tellFailure } from '../ui/notes.tsx'
import { useLoaded, type Loaded } from '../ui/use-loaded.ts'
import { bytes } from '../ui/words.ts'
import { RemoveMedia } from './remove-media.tsx'

/** How often the progress of a file is read. */
const LOOK_MS = 1500

export interface AssetFiles {
  readonly files: ReadonlySignal<readonly MediaFile[] | null>
  readonly failure: ReadonlySignal<string | null>
  readonly reload: Loaded<unknown>['reload']
}

/** The files of an asset, read repeatedly while one of them is on its way. */
export function useAssetFiles (id: string, heard: ReadonlySignal<number>): AssetFiles {
  const arrived = sendings.value.filter(({ assetId, state }) => assetId === id && state === 'done').length
  const { data, failure, reload } = useLoaded(async () => {
    const { media } = await done(api.GET('/api/v2/assets/{asset_id}/media', { params: { path: { asset_id: id } } }))
    hearOfFiles(id)
    return media
  }, [id, heard.value, arrived])
  const isMoving = data.value?.some(isOnItsWay) === true
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => { reload() }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isMoving])
  return { files: data, failure, reload }
}

/** Where a file is chosen that becomes the file of an asset. */
export function FilePicker ({ id, picker }: { id: string, picker: RefObject<HTMLInputElement | null> }) {
  return (
    <input
      ref={picker} type='file' hidden aria-hidden='true' tabIndex={-1}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? []
        if (file !== undefined) sendFile(file, id)
        event.currentTarget.value = ''
      }}
    />
  )
}

interface FilesProps {
  readonly id: string
  readonly known: AssetFiles
  readonly mayAttach: boolean
  readonly mayRemove: boolean
}

/** The files of an asset, and ways to attach one. */
export function Files ({ id, known, mayAttach, mayRemove }: FilesProps) {
  const isRemoving = useSignal(false)
  const files = known.files.value ?? []
  return (
    <section class='files' aria-label='Files'>
      <h2>Files</h2>
      {known.failure.value !== null && <p class='wrong' role='alert'>{known.failure.value}</p>}
      {files.length === 0 && <p class='quiet'>No file yet</p>}
      <ul class='file-list'>{[...files].reverse().map((file) => <File key={file.id} file={file} />)}</ul>
      {mayRemove && files.some(({ status }) => status === 'ready') && (
        <button type='button' class='button' onClick={() => { isRemoving.value = true }}>Remove media</button>
      )}
      {isRemoving.value && (
        <RemoveMedia id={id} onClose={() => { isRemoving.value = false }} onRemoved={async () => known.reload()} />
      )}
      {mayAttach && <AttachByUrl id={id} onAttached={async () => known.reload()} />}
    </section>
  )
}

/** Below the picture: which file it is, or how far it is. */
export function FileLine ({ file }: { file: MediaFile | undefined }) {
  return file === undefined ? null : <p class='file-line'><FileState file={file} /></p>
}

function File ({ file }: { file: MediaFile }) {
  const { filename, download_url: url } = file
  return (
    <li>
      <FileState file={file} />
      {url !== null && <a class='button' href={url} download={filename}>Download</a>}
    </li>
  )
}

function FileState ({ file: { filename, status, size, progress, error, content_type: type } }: { file: MediaFile }) {
  return (
    <>
      <span class='file-name'>{filename}</span>
      {status === 'ready' && <span class='quiet'>{[bytes(size), type].filter(Boolean).join(' · ')}</span>}
      {status === 'removed' && <span class='quiet'>Removed</span>}
      {status === 'failed' && <span class='wrong'>{error}</span>}
      {(status === 'pending' || status === 'ingesting') && (
        <>
          <span class='quiet'>{status === 'pending' ? 'Waiting' : `${bytes(progress)}${size === null ? '' : ` of ${bytes(size)}`}`}</span>
          <progress max={size ?? undefined} value={size === null ? undefined : progress} aria-label={`Progress of ${filename}`} />
        </>
      )}
    </>
  )
}

function AttachByUrl ({ id, onAttached }: { id: string, onAttached: () => Promise<void> }) {
  const url = useSignal('')
  const failure = useSignal<string | null>(null)

  async function attach () {
    if (url.value.trim() === '') return
    try {
      const filename = decodeURIComponent(new URL(url.value).pathname.split('/').pop() ?? '') || 'file'
      await done(api.POST('/api/v2/assets/{asset_id}/media', {
        params: { path: { asset_id: id } }, body: { file_url: url.value.trim(), filename }
      }))
      url.value = ''
      failure.value = null
      await onAttached()
    } catch (error) {
      failure.value = error instanceof TypeError || error instanceof URIError ? 'This is not a URL.' : sentenceOf(error)
      if (!(error instanceof Error)) tellFailure(error)
    }
  }

  return (
    <div class='attach'>
      <label class='field'>
        <span>File URL</span>
        <input
          type='url' placeholder='https://' value={url.value}
          onInput={(event) => { url.value = event.currentTarget.value }}
          onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); attach() } }}
        />
      </label>
      <button type='button' class='button' onClick={attach}>Attach</button>
      <p class='wrong' role='alert'>{failure.value}</p>
    </div>
  )
}
