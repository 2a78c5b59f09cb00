/** Order: decides a submission that brings no objects, by the kind of its order. */
import { unreachable } from '../../../schemas/fault.ts';
import type { Order } from '../../../schemas/orders.ts';
import type { State } from '../database/database.ts';
import type { Decided, Numbered } from '../outcomes/outcomes.ts';
import type { Register } from '../register/register.ts';
import { applyTransfer } from './apply-transfer.ts';
import { applyUndo } from './apply-undo.ts';
import { applyWithdrawal } from './apply-withdrawal.ts';

/** Decides an order inside the running transaction of its batch. */
export function applyOrder(state: { readonly db: State; readonly register: Register }, submission: Numbered, order: Order): Decided {
  switch (order.method) {
    case 'INTREKKING': return applyWithdrawal(state, submission, order);
    case 'OVERDRACHT': return applyTransfer(state, submission, order);
    case 'HERROEPING': return applyUndo(state, submission, order);
    default: return unreachable(order);
  }
}
