import { Icon, type IconName } from '../ui/icon.tsx'
import { isDamaged } from './file-state.ts'
import { newestShown, previewOf, useFiles, type MediaFile, type WithFiles } from './previews.ts'

const SIGNS: ReadonlyArray<[RegExp, IconName]> = [
  [/\.(mp4|mov|mkv|webm|avi|mxf|m4v|mpe?g)$/i, 'film'],
  [/\.(wav|mp3|aac|flac|aiff?|m4a|ogg)$/i, 'sound'],
  [/\.(jpe?g|png|gif|webp|tiff?|avif|heic|svg|psd)$/i, 'picture']
]

/** The thumbnail of an asset, or an icon for its kind of file. */
export function Thumbnail ({ asset }: { asset: WithFiles }) {
  return <ThumbnailOf asset={asset} files={useFiles(asset) ?? []} />
}

/** The same, where the files are known. */
export function ThumbnailOf ({ asset, files }: { asset: WithFiles, files: readonly MediaFile[] }) {
  const preview = previewOf(files, 'thumbnail')
  const file = newestShown(files)
  return (
    <span class='thumbnail'>
      {preview === undefined
        ? <Icon name={signOf(asset.original_filename)} />
        : <img key={preview.url} src={preview.url} width={preview.width} height={preview.height} alt='' draggable={false} loading='lazy' decoding='async' />}
      {file !== undefined && isDamaged(file) && <b role='img' aria-label='Damaged' title='The file is damaged'>!</b>}
    </span>
  )
}

export function signOf (filename: string | null): IconName {
  return SIGNS.find(([pattern]) => pattern.test(filename ?? ''))?.[1] ?? 'file'
}
