/** Whether something listens on a port of 127.0.0.1. */
import { connect } from 'node:net';

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => { resolve(false); });
  });
}
