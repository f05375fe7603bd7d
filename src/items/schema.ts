import { Type } from '@sinclair/typebox'
import { guestView } from '../core/guest-view.js'
import { assetColumns, projectColumns, schemasOf } from './columns.js'

/** Items as the API shows them. */
export const Asset = Type.Object(schemasOf(assetColumns), { title: 'Asset' })
export const Project = Type.Object(schemasOf(projectColumns), { title: 'Project' })

/** What guests see of an asset, beside its files. */
export const assetOfGuests = guestView(Asset, 'SharedAsset', ['id', 'title', 'media_type'])
