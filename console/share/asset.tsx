import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { reachable } from '../api/home.ts'
import { createStage } from '../room/stage.ts'
import { Lazy } from '../ui/lazy.tsx'
import { bytes } from '../ui/words.ts'
import type { LinkApi, SharedAsset, SharedLink, SharedVersion } from './api.ts'
import { Comments } from './comments.tsx'
import { kindOf, newest } from './files.ts'
import { isPlayed, Seen } from './seen.tsx'
import { useAsset } from './use-asset.ts'

const loadDecisions = async () => (await import('./decisions.tsx')).Decisions
const loadVersions = async () => (await import('./versions.tsx')).Versions
const loadComparing = async () => (await import('./comparing.tsx')).Comparing

interface AssetProps {
  readonly api: LinkApi
  readonly link: SharedLink
  /** As it was listed. */
  readonly known: SharedAsset
  /** Whether the link shows nothing else. */
  readonly isAlone: boolean
  readonly onFailure: (error: unknown) => void
}

/** An asset: its player or its picture, its file, and what is said and decided about it. */
export function Asset ({ api, link, known, isAlone, onFailure }: AssetProps) {
  const { asset, file, earlier, looks, hasArrived, load, look, showArrived } = useAsset(api, link, known, onFailure)
  const compared = useSignal<{ version: SharedVersion, at: number | null } | null>(null)
  const hasRenewed = useRef(false)
  const stage = useMemo(createStage, [])
  const present = newest(asset)

  /** URLs last for an hour: they are read again, once for each time that one has failed. */
  async function renew (): Promise<void> {
    if (hasRenewed.current) return
    hasRenewed.current = true
    await load()
  }
  /** The film is again where it was. */
  function endComparing (): void {
    const at = compared.value?.at ?? null
    if (at !== null) stage.seek(at)
    compared.value = null
  }
  const onLoaded = () => { hasRenewed.current = false }
  // A list does not tell how time codes count a film.
  useEffect(() => { if (file !== undefined && isPlayed(file)) load() }, [])
  const download = file?.download_url
  const shared = { api, assetId: known.id, looks, onFailure }

  return (
    <article class='one'>
      <div class='seen'>
        {compared.value === null
          ? <Seen stage={stage} asset={asset} file={file} reload={load} renew={renew} onLoaded={onLoaded} />
          : (
            <Lazy
              load={loadComparing}
              props={{ ...compared.value, present: present!, film: asset.film, onEnd: endComparing }}
              waiting={<div class='stage skeleton' />}
            />
            )}
        <div class='facts-line'>
          {!isAlone && <h2 dir='auto'>{asset.title}</h2>}
          {file !== undefined && <span class='quiet'><bdi>{file.filename}</bdi> · {bytes(file.size)}</span>}
          {link.versions && present !== undefined && (
            <Lazy
              load={loadVersions}
              props={{
                api,
                assetId: known.id,
                present,
                shown: earlier,
                onCompare: (version: SharedVersion) => { compared.value = { version, at: stage.hold() } }
              }}
            />
          )}
          <span role='status'>
            {hasArrived && <button type='button' class='button' onClick={showArrived}>Show the new version</button>}
          </span>
          {download != null && <a class='button' href={reachable(download)} download={file!.filename}>Download</a>}
        </div>
      </div>
      {(link.comments || link.approvals) && (
        <div class='beside'>
          {link.approvals && (
            <Lazy
              load={loadDecisions}
              props={{ ...shared, hasComments: link.comments, isEarlier: earlier.value !== null, look }}
            />
          )}
          {link.comments && (
            <Comments
              stage={stage} {...shared} version={file?.version} isSeen={file !== undefined && kindOf(file) !== 'other'}
            />
          )}
        </div>
      )}
    </article>
  )
}
