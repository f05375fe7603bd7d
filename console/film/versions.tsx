import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type Schemas } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import { loadUsers, whoIs } from '../items/people.ts'
import type { MediaFile } from '../items/previews.ts'
import { comparison } from '../compare/comparison.ts'
import { areComparable, sideOf } from '../compare/sides.ts'
import type { Stage } from '../room/stage.ts'
import { go, noteMoment } from '../shell/place.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Flyout } from '../ui/flyout.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { ago, bytes } from '../ui/words.ts'
import { playedOf } from './played.ts'

type Version = Schemas['Version']

interface VersionsProps {
  readonly stage: Stage
  readonly id: string
  /** The current file. */
  readonly file: MediaFile
  readonly mayRestore: boolean
  readonly earlier: readonly Version[]
  /** Loads the files again. */
  readonly onRestored: () => Promise<unknown>
}

/** The earlier versions of the file. */
export function Versions ({ stage, id, file, earlier, mayRestore, onRestored }: VersionsProps) {
  const compared = useSignal<Version | null>(null)
  useEffect(() => { loadUsers().catch(() => {}) }, [])

  async function restore (version: Version) {
    try {
      const path = { asset_id: id, media_id: version.id }
      await done(api.POST('/api/v2/assets/{asset_id}/versions/{media_id}/restore', { params: { path } }))
      tell(`${version.filename} is the file again.`)
      await onRestored()
    } catch (error) {
      tellFailure(error)
    }
  }

  function compare (version: Version): void {
    if (!areComparable(version as MediaFile, file)) {
      compared.value = version
      return
    }
    const moment = stage.hold()
    noteMoment(moment)
    go('compare', comparison(sideOf(id, version.id), sideOf(id), moment))
  }

  return (
    <>
      <Flyout label={`v${file.version} ▾`} title='Versions'>
        <section class='versions' aria-label='Versions'>
          <h2>Versions</h2>
          <ul>
            {earlier.map((version) => (
              <li key={version.id}>
                <span class='file-name'>{version.version !== null && `v${version.version} `}{version.filename}</span>
                <span class='quiet'>{[bytes(version.size), `replaced ${ago(version.replaced_at)}`, whoIs(version.user_id)].filter(Boolean).join(' · ')}</span>
                <button type='button' class='button' onClick={() => compare(version)}>Compare</button>
                {mayRestore && <button type='button' class='button' onClick={() => restore(version)}>Take back</button>}
                {version.download_url !== null && <a class='button' href={version.download_url} download={version.filename}>Download</a>}
              </li>
            ))}
          </ul>
        </section>
      </Flyout>
      {compared.value !== null && (
        <Dialog title='Side by side' wide onClose={() => { compared.value = null }}>
          <div class='side-by-side'>
            <Side title='Before' file={compared.value as MediaFile} />
            <Side title='Now' file={file} />
          </div>
        </Dialog>
      )}
    </>
  )
}

function Side ({ title, file }: { title: string, file: MediaFile }) {
  const played = playedOf(file)
  const preview = file.previews.find(({ kind }) => kind === 'preview')
  return (
    <figure>
      {played === null
        ? preview !== undefined && <img src={reachable(preview.url)} alt={`Preview of ${file.filename}`} />
        : played.kind === 'video'
          ? <video src={played.src} controls preload='metadata' playsInline aria-label={file.filename} />
          : <audio src={played.src} controls preload='metadata' aria-label={file.filename} />}
      <figcaption>{title}: {file.filename} <span class='quiet'>{bytes(file.size)}</span></figcaption>
    </figure>
  )
}
