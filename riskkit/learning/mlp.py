"""A dense network of any layer sizes with its parameters in one flat array.

The kernels take the network's `LAYOUT` record, the flat parameters (float32 or float64)
and a flat work array of the same type, so that nothing is allocated while learning.
Weights of a layer are stored by input, then output, and its biases follow them.

Batches are kept as one row a unit and one column a sample. Every sum runs in the order
of its index, whatever the machine, and no BLAS is called.
"""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.engine.rng import seed_stream, uniform
from riskkit.errors import RiskkitError, check_integer, check_name

MAX_LAYERS = 8
LINEAR, RELU, TANH = 0, 1, 2
ACTIVATIONS = {"linear": LINEAR, "relu": RELU, "tanh": TANH}
SCHEMES = {"glorot": 0, "he": 1}
INITIAL_STREAM = 16

LAYOUT = np.dtype(
    [
        ("layers", "i8"),
        ("inputs", "i8"),
        ("outputs", "i8"),
        ("parameters", "i8"),
        ("widest", "i8"),
        ("largest", "i8"),
        ("units", "i8"),
        ("sizes", "i8", (MAX_LAYERS + 1,)),
        ("activation", "i8", (MAX_LAYERS,)),
        ("weights", "i8", (MAX_LAYERS,)),
        ("biases", "i8", (MAX_LAYERS,)),
        ("first", "i8", (MAX_LAYERS + 1,)),
    ],
    align=True,
)


class DivergedError(RiskkitError):
    """The parameters of a network or of a value function are no longer finite."""


def layout(sizes, activations) -> np.ndarray:
    """Describe a dense network.

    Parameters
    ----------
    sizes
        Number of inputs, then the number of units of each layer, the outputs last.
    activations
        One of ``"linear"``, ``"relu"``, ``"tanh"`` for each layer.

    Returns
    -------
    numpy.ndarray
        One `LAYOUT` record in an array of shape (1,); kernels take the record ``[0]``.

    Raises
    ------
    ValueError
        If there is no layer, more than eight, or not one activation a layer.
    """
    sizes = [check_integer("layer size", size, low=1) for size in sizes]
    layers = len(sizes) - 1
    if not 1 <= layers <= MAX_LAYERS:
        raise ValueError(f"a network has 1 to {MAX_LAYERS} layers, not {layers}")
    if len(activations) != layers:
        raise ValueError(f"{layers} layers need {layers} activations, not {len(activations)}")
    for name in activations:
        check_name("activation", name, ACTIVATIONS)
    made = np.zeros(1, LAYOUT)
    record = made[0]
    record["layers"], record["inputs"], record["outputs"] = layers, sizes[0], sizes[-1]
    record["sizes"][: layers + 1] = sizes
    record["activation"][:layers] = [ACTIVATIONS[name] for name in activations]
    record["first"][1 : layers + 1] = np.cumsum(sizes)[:-1]
    offset = 0
    for k in range(layers):
        record["weights"][k] = offset
        record["biases"][k] = offset + sizes[k] * sizes[k + 1]
        offset += (sizes[k] + 1) * sizes[k + 1]
    record["parameters"], record["widest"], record["units"] = offset, max(sizes), sum(sizes)
    record["largest"] = max(a * b for a, b in zip(sizes[:-1], sizes[1:]))
    return made.view(np.recarray)


def work_size(net: np.ndarray, batch: int) -> int:
    """Return the length of the work array that batches of up to ``batch`` samples need."""
    record = net[0]
    return int(record["units"] * batch + 4 * record["widest"] * batch + record["largest"])


def parameters(net: np.ndarray, seed: int, dtype=np.float32, scheme: str = "glorot") -> np.ndarray:
    """Return initial parameters: uniform weights, zero biases.

    Parameters
    ----------
    net
        Layout of the network, from `layout`.
    seed
        Seed of the weights.
    dtype
        float32 or float64.
    scheme
        ``"glorot"``: limits sqrt(6 / (inputs + outputs)) (Glorot and Bengio 2010);
        ``"he"``: sqrt(6 / inputs) (He et al. 2015).

    Returns
    -------
    numpy.ndarray
        Flat array of ``net[0].parameters`` numbers.
    """
    check_name("scheme", scheme, SCHEMES)
    if np.dtype(dtype) not in (np.dtype(np.float32), np.dtype(np.float64)):
        raise TypeError(f"parameters are float32 or float64, not {np.dtype(dtype)}")
    values = np.zeros(int(net[0]["parameters"]), dtype)
    stream = np.zeros(4, np.uint64)
    seed_stream(stream, seed, 0, INITIAL_STREAM)
    initialise(net[0], values, stream, SCHEMES[scheme])
    return values


@kernel
def initialise(net, parameters, stream, scheme):
    """Fill ``parameters`` with initial weights; scheme 0 is Glorot's, 1 is He's."""
    for k in range(net.layers):
        inputs, outputs = net.sizes[k], net.sizes[k + 1]
        fan = inputs + outputs if scheme == 0 else inputs
        limit = np.sqrt(6.0 / fan)
        for n in range(inputs * outputs):
            parameters[net.weights[k] + n] = limit * (2.0 * uniform(stream) - 1.0)
        for n in range(outputs):
            parameters[net.biases[k] + n] = 0.0


@kernel
def norm(values):
    """Return the Euclidean norm of a flat array; infinite or NaN if it has diverged."""
    total = 0.0
    for n in range(values.shape[0]):
        total += np.float64(values[n]) * np.float64(values[n])
    return np.sqrt(total)


@kernel
def _activate(kind, values):
    if kind == RELU:
        zero = values.dtype.type(0)
        for n in range(values.shape[0]):
            values[n] = max(values[n], zero)
    elif kind == TANH:
        for n in range(values.shape[0]):
            values[n] = np.tanh(values[n])


@kernel
def _slope(kind, values, delta):
    """Multiply ``delta`` by the derivative of the activation at its value."""
    if kind == RELU:
        zero = values.dtype.type(0)
        for n in range(values.shape[0]):
            delta[n] = delta[n] if values[n] > zero else zero
    elif kind == TANH:
        for n in range(values.shape[0]):
            delta[n] *= 1 - values[n] * values[n]


@kernel
def forward(net, parameters, x, work):
    """Evaluate one input of ``net.inputs`` numbers; return a view of the outputs in ``work``.

    Bit by bit the same as a column of `forward_batch`.
    """
    inputs = net.sizes[0]
    source = work[:inputs]
    for i in range(inputs):
        source[i] = x[i]
    for k in range(net.layers):
        inputs, outputs = net.sizes[k], net.sizes[k + 1]
        bias = parameters[net.biases[k] : net.biases[k] + outputs]
        first = net.first[k + 1]
        out = work[first : first + outputs]
        for j in range(outputs):
            out[j] = bias[j]
        for i in range(inputs):
            start = net.weights[k] + i * outputs
            row = parameters[start : start + outputs]
            value = source[i]
            for j in range(outputs):
                out[j] += row[j] * value
        _activate(net.activation[k], out)
        source = out
    return source


@kernel
def _combine(weights, across, x, z):
    """Add to row j of ``z`` the rows of ``x`` weighted by column (or row) j of ``weights``.

    ``across`` tells whether the sum runs over the first index of ``weights`` (forward) or
    over the second (backward).
    """
    terms, batch = x.shape
    blocks = terms // 4
    for j in range(z.shape[0]):
        row = z[j]
        for q in range(blocks):
            i = 4 * q
            if across:
                w0, w1, w2, w3 = weights[i, j], weights[i + 1, j], weights[i + 2, j], weights[i + 3, j]
            else:
                w0, w1, w2, w3 = weights[j, i], weights[j, i + 1], weights[j, i + 2], weights[j, i + 3]
            x0, x1, x2, x3 = x[i], x[i + 1], x[i + 2], x[i + 3]
            for r in range(batch):
                row[r] = row[r] + w0 * x0[r] + w1 * x1[r] + w2 * x2[r] + w3 * x3[r]
        for i in range(4 * blocks, terms):
            w0 = weights[i, j] if across else weights[j, i]
            x0 = x[i]
            for r in range(batch):
                row[r] = row[r] + w0 * x0[r]


@kernel
def _layer(net, batch, work, k):
    """Return the view (units, batch) of layer ``k`` in ``work``; layer 0 is the input."""
    start = net.first[k] * batch
    return work[start : start + net.sizes[k] * batch].reshape((net.sizes[k], batch))


@kernel
def inputs(net, batch, work):
    """Return the view (inputs, batch) to fill before `forward_batch`."""
    return _layer(net, batch, work, 0)


@kernel
def outputs(net, batch, work):
    """Return the view (outputs, batch) that `forward_batch` leaves behind."""
    return _layer(net, batch, work, net.layers)


@kernel
def forward_batch(net, parameters, batch, work):
    """Evaluate the ``batch`` columns of `inputs`; the result stands in `outputs`."""
    for k in range(net.layers):
        below, here = _layer(net, batch, work, k), _layer(net, batch, work, k + 1)
        units, start = net.sizes[k + 1], net.biases[k]
        for j in range(units):
            bias, row = parameters[start + j], here[j]
            for r in range(batch):
                row[r] = bias
        weights = parameters[net.weights[k] : start].reshape((net.sizes[k], units))
        _combine(weights, True, below, here)
        here_flat = here.reshape(units * batch)
        _activate(net.activation[k], here_flat)


@kernel
def output_delta(net, batch, work):
    """Return the view (outputs, batch) to fill before `backward_batch`.

    It takes the derivative of the loss by each output of each sample.
    """
    start = net.units * batch
    return work[start : start + net.outputs * batch].reshape((net.outputs, batch))


@kernel
def _transpose(values, turned):
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            turned[j, i] = values[i, j]


@kernel
def _outer(left, right, product):
    """Set ``product[i, j]`` to the sum over samples of ``left[r, i] * right[r, j]``."""
    batch, rows = left.shape
    blocks = batch // 4
    for i in range(rows):
        out = product[i]
        for j in range(out.shape[0]):
            out[j] = 0
        for q in range(blocks):
            r = 4 * q
            a0, a1, a2, a3 = left[r, i], left[r + 1, i], left[r + 2, i], left[r + 3, i]
            b0, b1, b2, b3 = right[r], right[r + 1], right[r + 2], right[r + 3]
            for j in range(out.shape[0]):
                out[j] = out[j] + a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j]
        for r in range(4 * blocks, batch):
            a0, b0 = left[r, i], right[r]
            for j in range(out.shape[0]):
                out[j] = out[j] + a0 * b0[j]


@kernel
def backward_batch(net, parameters, batch, work, gradient):
    """Set ``gradient`` from `output_delta` after `forward_batch` of the same batch."""
    span = net.widest * batch
    start = net.units * batch
    upper, lower = work[start : start + span], work[start + span : start + 2 * span]
    turned = work[start + 2 * span : start + 3 * span]
    turned_delta = work[start + 3 * span : start + 4 * span]
    square = work[start + 4 * span : start + 4 * span + net.largest]
    for step in range(net.layers):
        k = net.layers - 1 - step
        below, units = net.sizes[k], net.sizes[k + 1]
        delta = upper[: units * batch].reshape((units, batch))
        here = _layer(net, batch, work, k + 1).reshape(units * batch)
        delta_flat = upper[: units * batch]
        _slope(net.activation[k], here, delta_flat)
        for j in range(units):
            total, row = delta[j, 0], delta[j]
            for r in range(1, batch):
                total += row[r]
            gradient[net.biases[k] + j] = total
        source = turned[: below * batch].reshape((batch, below))
        target = turned_delta[: units * batch].reshape((batch, units))
        _transpose(_layer(net, batch, work, k), source)
        _transpose(delta, target)
        product = gradient[net.weights[k] : net.biases[k]].reshape((below, units))
        if units >= below:
            _outer(source, target, product)
        else:
            swapped = square[: below * units].reshape((units, below))
            _outer(target, source, swapped)
            _transpose(swapped, product)
        if k > 0:
            weights = parameters[net.weights[k] : net.biases[k]].reshape((below, units))
            passed = lower[: below * batch].reshape((below, batch))
            for i in range(below):
                for r in range(batch):
                    passed[i, r] = 0
            _combine(weights, False, delta, passed)
            upper, lower = lower, upper
