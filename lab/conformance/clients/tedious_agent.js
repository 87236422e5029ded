// Runs batches through tedious: one JSON request a line on stdin, one JSON answer a line on stdout.
'use strict';
const fs = require('node:fs');
const readline = require('node:readline');
const { createRequire } = require('node:module');

const packages = createRequire(process.argv[2] + '/');
const { Connection, Request, TYPES } = packages('tedious');
const sessions = new Map();

const LENGTHS = { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' };
const FIXED = {
  Bit: 'bit', BitN: 'bit', TinyInt: 'tinyint', SmallInt: 'smallint', Int: 'int', BigInt: 'bigint',
  Float: 'float', Real: 'real', Money: 'money', SmallMoney: 'smallmoney', Date: 'date', DateTime: 'datetime',
  SmallDateTime: 'smalldatetime', UniqueIdentifier: 'uniqueidentifier', Xml: 'xml', Text: 'text', NText: 'ntext',
  Image: 'image',
};
const SIZED = { Char: 'char', VarChar: 'varchar', NChar: 'nchar', NVarChar: 'nvarchar', Binary: 'binary', VarBinary: 'varbinary' };
const SCALED = { Time: 'time', DateTime2: 'datetime2', DateTimeOffset: 'datetimeoffset' };

function typeOf(column) {
  const name = column.type.name;
  const length = column.dataLength;
  if (name === 'IntN') return LENGTHS[length];
  if (name === 'FloatN') return length === 4 ? 'real' : 'float';
  if (name === 'MoneyN') return length === 4 ? 'smallmoney' : 'money';
  if (name === 'DateTimeN') return length === 4 ? 'smalldatetime' : 'datetime';
  if (name.startsWith('Decimal')) return `decimal(${column.precision},${column.scale})`;
  if (name.startsWith('Numeric')) return `decimal(${column.precision},${column.scale})`;
  if (SCALED[name]) return `${SCALED[name]}(${column.scale})`;
  if (column.userType === 0x50) return 'timestamp';
  if (SIZED[name]) {
    const characters = name.startsWith('N') ? length / 2 : length;
    return `${SIZED[name]}(${length === 65535 ? 'max' : characters})`;
  }
  return FIXED[name] || name;
}

// A Date has milliseconds; tedious keeps the digits below them beside it.
function timeText(value, type) {
  if (type.startsWith('datetime(') || !/^(time|datetime2|datetimeoffset)/.test(type)) {
    return value.toISOString().replace('Z', '');
  }
  const digits = Math.round((value.nanosecondsDelta || 0) * 1e7) + value.getUTCMilliseconds() * 1e4;
  const text = value.toISOString().replace(/\.\d+Z$/, '.' + String(digits).padStart(7, '0'));
  return type.startsWith('datetimeoffset') ? text + '+00:00' : text;
}

function textOf(value, type) {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Buffer.isBuffer(value)) return '0x' + value.toString('hex').toUpperCase();
  if (value instanceof Date) {
    const text = timeText(value, type);
    if (type.startsWith('time(')) return text.slice(11);
    return type === 'date' ? text.slice(0, 10) : text;
  }
  return String(value);
}

function failureOf(error) {
  const cause = error.cause && error.number === undefined && error.cause.number !== undefined ? error.cause : error;
  return { text: cause.message, number: cause.number, severity: cause.class, state: cause.state };
}

function open(name, options) {
  return new Promise((resolve) => {
    const connection = new Connection({
      server: options.host,
      authentication: { type: 'default', options: { userName: options.user, password: options.password } },
      options: {
        port: options.port, database: options.database, encrypt: options.tls,
        trustServerCertificate: !options.authority, useUTC: true, requestTimeout: 60000, connectTimeout: 30000,
        cryptoCredentialsDetails: options.authority ? { ca: fs.readFileSync(options.authority) } : {},
      },
    });
    const session = { connection, answer: null };
    let told = null;
    connection.on('infoMessage', (message) => {
      if (session.answer) session.answer.messages.push([message.number, message.message]);
    });
    connection.on('errorMessage', (message) => {
      const failure = { text: message.message, number: message.number, severity: message.class, state: message.state };
      if (session.answer) session.answer.error = session.answer.error || failure;
      else told = told || failure;
    });
    connection.on('error', () => {});
    connection.connect((error) => {
      if (error) {
        resolve({ refused: told || failureOf(error) });
      } else {
        sessions.set(name, session);
        resolve({});
      }
    });
  });
}

function parameterType(kind) {
  const [base, size] = kind.replace(')', '').split('(');
  const type = Object.values(TYPES).find((each) => each.name.toLowerCase() === base);
  const options = {};
  if (size && ['decimal', 'numeric'].includes(base)) {
    [options.precision, options.scale] = size.split(',').map(Number);
  } else if (size && ['datetime2', 'time'].includes(base)) {
    options.scale = Number(size);
  } else if (size) {
    options.length = size === 'max' ? Infinity : Number(size);
  }
  return [type, options];
}

function parameterValue(kind, text) {
  if (text === null) return null;
  const base = kind.split('(')[0];
  if (base === 'bit') return text === '1';
  if (base === 'varbinary') return Buffer.from(text.slice(2), 'hex');
  if (base === 'int' || base === 'float') return Number(text);
  if (base === 'datetime2') return new Date(text.replace(' ', 'T') + 'Z');
  if (base === 'date') return new Date(text + 'T00:00:00Z');
  return text;
}

// Listens to one execution of a request.
function listen(request, answer) {
  let types = [];
  let inResult = false;
  request.on('columnMetadata', (columns) => {
    types = columns.map(typeOf);
    answer.results.push({
      names: columns.map((column) => column.colName), types,
      nullable: columns.map((column) => (column.flags & 1) === 1), rows: [],
    });
    inResult = true;
  });
  request.on('row', (columns) => {
    answer.results[answer.results.length - 1].rows.push(columns.map((column, at) => textOf(column.value, types[at])));
  });
  const done = (count) => {
    if (!inResult && count !== undefined) answer.counts.push(count);
    inResult = false;
  };
  request.on('done', done);
  request.on('doneInProc', done);
}

function fresh(session) {
  session.answer = { results: [], counts: [], messages: [], error: null };
  return session.answer;
}

function finish(session, error, resolve) {
  const answer = session.answer;
  session.answer = null;
  if (error && !answer.error) answer.error = failureOf(error);
  resolve(answer);
}

function batch(session, sql) {
  return new Promise((resolve) => {
    const answer = fresh(session);
    const request = new Request(sql, (error) => finish(session, error, resolve));
    listen(request, answer);
    session.connection.execSqlBatch(request);
  });
}

function withParameters(session, sql, parameters) {
  return new Promise((resolve) => {
    const answer = fresh(session);
    const request = new Request(sql, (error) => finish(session, error, resolve));
    parameters.forEach(([kind, text], at) => {
      const [type, options] = parameterType(kind);
      request.addParameter(`p${at + 1}`, type, parameterValue(kind, text), options);
    });
    listen(request, answer);
    session.connection.execSql(request);
  });
}

// Prepares, executes so many times and unprepares.
function prepared(session, sql, parameters, times) {
  return new Promise((resolve) => {
    let answer = fresh(session);
    let left = times;
    const values = {};
    const request = new Request(sql, (error) => {
      if (error || --left === 0) {
        request.removeAllListeners('prepared');
        const end = session.answer;
        request.callback = () => {
          session.answer = end;
          finish(session, error, resolve);
        };
        session.answer = null;
        session.connection.unprepare(request);
      } else {
        execute();
      }
    });
    function execute() {
      answer = fresh(session);
      for (const event of ['columnMetadata', 'row', 'done', 'doneInProc']) request.removeAllListeners(event);
      listen(request, answer);
      session.connection.execute(request, values);
    }
    parameters.forEach(([kind, text], at) => {
      const [type, options] = parameterType(kind);
      request.addParameter(`p${at + 1}`, type, undefined, options);
      values[`p${at + 1}`] = parameterValue(kind, text);
    });
    request.on('prepared', () => setImmediate(execute));
    session.connection.prepare(request);
  });
}

async function answerOf(message) {
  const session = sessions.get(message.session);
  switch (message.kind) {
    case 'version':
      return { version: packages('tedious/package.json').version };
    case 'open':
      return open(message.session, message.options);
    case 'close':
      sessions.delete(message.session);
      await new Promise((resolve) => { session.connection.once('end', resolve); session.connection.close(); });
      return {};
    default:
      if (message.parameters.length === 0) return batch(session, message.sql);
      return message.times > 1
        ? prepared(session, message.sql, message.parameters, message.times)
        : withParameters(session, message.sql, message.parameters);
  }
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const answer = await answerOf(JSON.parse(line));
    process.stdout.write(JSON.stringify(answer) + '\n');
  }
  process.exit(0);
})();
