import { Args } from '@oclif/core'
import { splitAddress } from '../address.ts'
import { PalaceCommand } from '../base-command.ts'
import { withPalace } from '../open-palace.ts'
import { renderOutput } from '../output/render.ts'

// readable forms of an edit that changes where a thing is

const arg = (description: string) => Args.string({ required: true, ignoreStdin: true, description })
const common = 'names or ids, with slashes between'

export class DrawersMoveCommand extends PalaceCommand {
  static override summary = 'move a drawer to another room'
  static override args = { 'wing/room/drawer': arg(common), 'to-wing/to-room': arg('the room to move it to') }
  static override examples = ['loci drawers move work/project-x/context work/archive']

  async run(): Promise<object> {
    const { args, flags } = await this.parse(DrawersMoveCommand)
    const from = { name: 'drawers move', address: ['wing', 'room', 'drawer'] }
    const { wing = '', room = '', drawer = '' } = splitAddress(args['wing/room/drawer'], from)
    const { wing: to_wing, room: to_room } = splitAddress(args['to-wing/to-room'], {
      ...from,
      address: ['wing', 'room'],
    })
    return withPalace(flags, async ({ call }) => {
      const output = await call('drawer.update', { wing, room, drawer, to_wing, to_room })
      await this.show(output, (width) => renderOutput('drawer.update', output, width))
      return output
    })
  }
}

export class RoomsMoveCommand extends PalaceCommand {
  static override summary = 'move a room with its drawers to another wing'
  static override args = { 'wing/room': arg(common), 'to-wing': arg('the wing to move it to') }
  static override examples = ['loci rooms move work/project-x archive']

  async run(): Promise<object> {
    const { args, flags } = await this.parse(RoomsMoveCommand)
    const from = { name: 'rooms move', address: ['wing', 'room'] }
    const { wing = '', room = '' } = splitAddress(args['wing/room'], from)
    const { wing: to_wing } = splitAddress(args['to-wing'], { ...from, address: ['wing'] })
    return withPalace(flags, async ({ call }) => {
      const output = await call('room.update', { wing, room, to_wing })
      await this.show(output, (width) => renderOutput('room.update', output, width))
      return output
    })
  }
}
