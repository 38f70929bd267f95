import { type Access, PalaceError } from '@loci/contract'
import type { Principal } from './principal.ts'

const allowed: Record<Principal['role'], readonly Access[]> = {
  reader: ['open', 'read'],
  writer: ['open', 'read', 'write'],
  admin: ['open', 'read', 'write', 'administer'],
}

/** Refuses an operation that the role does not allow. */
export function checkAccess(name: string, access: Access, { role }: Principal): void {
  if (!allowed[role].includes(access))
    throw new PalaceError('auth.forbidden', `${name} is not allowed for the role ${role}`, {
      details: { operation: name, role },
    })
}
