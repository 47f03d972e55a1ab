// The OpenCL functions, as a macro that hands all their signatures to another: `functions!(forward)`. It is no module, but text for
// whoever defines such functions (here, and in the library that makes OpenCL fail for tests).
//
// Every function that `cl-sys` declares in `cl_h.rs` and `cl_gl_h.rs` is here, whether or not its features are on: a linker asks
// for those that some build of `cl-sys` mentions. Where `cl-sys` strays from the standard (a `char` for a `c_char`, a missing
// result) the signature is the standard's. `; errcode_ret` stands for the last parameter of the functions that create an object:
// where they put the error code.

type ContextCallback = Option<extern "C" fn(*const c_char, *const c_void, size_t, *mut c_void)>;
type MemoryCallback = Option<extern "C" fn(cl_mem, *mut c_void)>;
type ProgramCallback = Option<extern "C" fn(cl_program, *mut c_void)>;
type EventCallback = Option<extern "C" fn(cl_event, cl_int, *mut c_void)>;
type NativeKernel = Option<extern "C" fn(*mut c_void)>;
type SvmFreeCallback = Option<extern "C" fn(cl_command_queue, cl_uint, *const *const c_void, *mut c_void)>;

macro_rules! functions {
    ($define:ident) => {
        $define! {
            // Platforms and devices.
            fn clGetPlatformIDs(num_entries: cl_uint, platforms: *mut cl_platform_id, num_platforms: *mut cl_uint) -> cl_int;
            fn clGetPlatformInfo(
                platform: cl_platform_id, param_name: cl_platform_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clGetDeviceIDs(
                platform: cl_platform_id, device_type: cl_device_type, num_entries: cl_uint, devices: *mut cl_device_id,
                num_devices: *mut cl_uint
            ) -> cl_int;
            fn clGetDeviceInfo(
                device: cl_device_id, param_name: cl_device_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clCreateSubDevices(
                in_device: cl_device_id, properties: *const cl_device_partition_property, num_devices: cl_uint,
                out_devices: *mut cl_device_id, num_devices_ret: *mut cl_uint
            ) -> cl_int;
            fn clRetainDevice(device: cl_device_id) -> cl_int;
            fn clReleaseDevice(device: cl_device_id) -> cl_int;
            fn clSetDefaultDeviceCommandQueue(context: cl_context, device: cl_device_id, command_queue: cl_command_queue) -> cl_int;
            fn clGetDeviceAndHostTimer(device: cl_device_id, device_timestamp: *mut cl_ulong, host_timestamp: *mut cl_ulong) -> cl_int;
            fn clGetHostTimer(device: cl_device_id, host_timestamp: *mut cl_ulong) -> cl_int;

            // Contexts.
            fn clCreateContext(
                properties: *const cl_context_properties, num_devices: cl_uint, devices: *const cl_device_id,
                pfn_notify: ContextCallback, user_data: *mut c_void; errcode_ret
            ) -> cl_context;
            fn clCreateContextFromType(
                properties: *const cl_context_properties, device_type: cl_device_type, pfn_notify: ContextCallback,
                user_data: *mut c_void; errcode_ret
            ) -> cl_context;
            fn clRetainContext(context: cl_context) -> cl_int;
            fn clReleaseContext(context: cl_context) -> cl_int;
            fn clGetContextInfo(
                context: cl_context, param_name: cl_context_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;

            // Command queues.
            fn clCreateCommandQueue(
                context: cl_context, device: cl_device_id, properties: cl_command_queue_properties; errcode_ret
            ) -> cl_command_queue;
            fn clCreateCommandQueueWithProperties(
                context: cl_context, device: cl_device_id, properties: *const cl_queue_properties; errcode_ret
            ) -> cl_command_queue;
            fn clRetainCommandQueue(command_queue: cl_command_queue) -> cl_int;
            fn clReleaseCommandQueue(command_queue: cl_command_queue) -> cl_int;
            fn clGetCommandQueueInfo(
                command_queue: cl_command_queue, param_name: cl_command_queue_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;

            // Memory objects.
            fn clCreateBuffer(context: cl_context, flags: cl_mem_flags, size: size_t, host_ptr: *mut c_void; errcode_ret) -> cl_mem;
            fn clCreateSubBuffer(
                buffer: cl_mem, flags: cl_mem_flags, buffer_create_type: cl_buffer_create_type, buffer_create_info: *const c_void;
                errcode_ret
            ) -> cl_mem;
            fn clCreateImage2D(
                context: cl_context, flags: cl_mem_flags, image_format: *mut cl_image_format, image_width: size_t, image_depth: size_t,
                image_slc_pitch: size_t, host_ptr: *mut c_void; errcode_ret
            ) -> cl_mem;
            fn clCreateImage3D(
                context: cl_context, flags: cl_mem_flags, image_format: *mut cl_image_format, image_width: size_t, image_height: size_t,
                image_depth: size_t, image_row_pitch: size_t, image_slc_pitch: size_t, host_ptr: *mut c_void; errcode_ret
            ) -> cl_mem;
            fn clCreateImage(
                context: cl_context, flags: cl_mem_flags, image_format: *const cl_image_format, image_desc: *const cl_image_desc,
                host_ptr: *mut c_void; errcode_ret
            ) -> cl_mem;
            fn clCreatePipe(
                context: cl_context, flags: cl_mem_flags, pipe_packet_size: cl_uint, pipe_max_packets: cl_uint,
                properties: *const cl_pipe_properties; errcode_ret
            ) -> cl_mem;
            fn clRetainMemObject(memobj: cl_mem) -> cl_int;
            fn clReleaseMemObject(memobj: cl_mem) -> cl_int;
            fn clGetSupportedImageFormats(
                context: cl_context, flags: cl_mem_flags, image_type: cl_mem_object_type, num_entries: cl_uint,
                image_formats: *mut cl_image_format, num_image_formats: *mut cl_uint
            ) -> cl_int;
            fn clGetMemObjectInfo(
                memobj: cl_mem, param_name: cl_mem_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clGetImageInfo(
                image: cl_mem, param_name: cl_image_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clGetPipeInfo(
                pipe: cl_mem, param_name: cl_pipe_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clSetMemObjectDestructorCallback(memobj: cl_mem, pfn_notify: MemoryCallback, user_data: *mut c_void) -> cl_int;

            // Shared virtual memory.
            fn clSVMAlloc(context: cl_context, flags: cl_svm_mem_flags, size: size_t, alignment: cl_uint) -> *mut c_void;
            fn clSVMFree(context: cl_context, svm_pointer: *mut c_void);

            // Samplers.
            fn clCreateSampler(
                context: cl_context, normalize_coords: cl_bool, addressing_mode: cl_addressing_mode, filter_mode: cl_filter_mode;
                errcode_ret
            ) -> cl_sampler;
            fn clCreateSamplerWithProperties(
                context: cl_context, normalized_coords: *const cl_sampler_properties; errcode_ret
            ) -> cl_sampler;
            fn clRetainSampler(sampler: cl_sampler) -> cl_int;
            fn clReleaseSampler(sampler: cl_sampler) -> cl_int;
            fn clGetSamplerInfo(
                sampler: cl_sampler, param_name: cl_sampler_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;

            // Programs.
            fn clCreateProgramWithSource(
                context: cl_context, count: cl_uint, strings: *const *const c_char, lengths: *const size_t; errcode_ret
            ) -> cl_program;
            fn clCreateProgramWithBinary(
                context: cl_context, num_devices: cl_uint, device_list: *const cl_device_id, lengths: *const size_t,
                binaries: *const *const c_uchar, binary_status: *mut cl_int; errcode_ret
            ) -> cl_program;
            fn clCreateProgramWithBuiltInKernels(
                context: cl_context, num_devices: cl_uint, device_list: *const cl_device_id, kernel_names: *const c_char; errcode_ret
            ) -> cl_program;
            fn clCreateProgramWithIL(context: cl_context, il: *const c_void, length: size_t; errcode_ret) -> cl_program;
            fn clRetainProgram(program: cl_program) -> cl_int;
            fn clReleaseProgram(program: cl_program) -> cl_int;
            fn clBuildProgram(
                program: cl_program, num_devices: cl_uint, device_list: *const cl_device_id, options: *const c_char,
                pfn_notify: ProgramCallback, user_data: *mut c_void
            ) -> cl_int;
            fn clUnloadCompiler() -> cl_int;
            fn clUnloadPlatformCompiler(platform: cl_platform_id) -> cl_int;
            fn clCompileProgram(
                program: cl_program, num_devices: cl_uint, device_list: *const cl_device_id, options: *const c_char,
                num_input_headers: cl_uint, input_headers: *const cl_program, header_include_names: *const *const c_char,
                pfn_notify: ProgramCallback, user_data: *mut c_void
            ) -> cl_int;
            fn clLinkProgram(
                context: cl_context, num_devices: cl_uint, device_list: *const cl_device_id, options: *const c_char,
                num_input_programs: cl_uint, input_programs: *const cl_program, pfn_notify: ProgramCallback, user_data: *mut c_void;
                errcode_ret
            ) -> cl_program;
            fn clGetProgramInfo(
                program: cl_program, param_name: cl_program_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clGetProgramBuildInfo(
                program: cl_program, device: cl_device_id, param_name: cl_program_build_info, param_value_size: size_t,
                param_value: *mut c_void, param_value_size_ret: *mut size_t
            ) -> cl_int;

            // Kernels.
            fn clCreateKernel(program: cl_program, kernel_name: *const c_char; errcode_ret) -> cl_kernel;
            fn clCreateKernelsInProgram(
                program: cl_program, num_kernels: cl_uint, kernels: *mut cl_kernel, num_kernels_ret: *mut cl_uint
            ) -> cl_int;
            fn clCloneKernel(source_kernel: cl_kernel; errcode_ret) -> cl_kernel;
            fn clRetainKernel(kernel: cl_kernel) -> cl_int;
            fn clReleaseKernel(kernel: cl_kernel) -> cl_int;
            fn clSetKernelArg(kernel: cl_kernel, arg_index: cl_uint, arg_size: size_t, arg_value: *const c_void) -> cl_int;
            fn clSetKernelArgSVMPointer(kernel: cl_kernel, arg_index: cl_uint, arg_value: *const c_void) -> cl_int;
            fn clSetKernelExecInfo(
                kernel: cl_kernel, param_name: cl_kernel_exec_info, param_value_size: size_t, param_value: *const c_void
            ) -> cl_int;
            fn clGetKernelInfo(
                kernel: cl_kernel, param_name: cl_kernel_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clGetKernelArgInfo(
                kernel: cl_kernel, arg_indx: cl_uint, param_name: cl_kernel_arg_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clGetKernelWorkGroupInfo(
                kernel: cl_kernel, device: cl_device_id, param_name: cl_kernel_work_group_info, param_value_size: size_t,
                param_value: *mut c_void, param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clGetKernelSubGroupInfo(
                kernel: cl_kernel, device: cl_device_id, param_name: cl_kernel_sub_group_info, input_value_size: size_t,
                input_value: *const c_void, param_value_size: size_t, param_value: *mut c_void, param_value_size_ret: *mut size_t
            ) -> cl_int;

            // Events and profiling.
            fn clWaitForEvents(num_events: cl_uint, event_list: *const cl_event) -> cl_int;
            fn clGetEventInfo(
                event: cl_event, param_name: cl_event_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clCreateUserEvent(context: cl_context; errcode_ret) -> cl_event;
            fn clRetainEvent(event: cl_event) -> cl_int;
            fn clReleaseEvent(event: cl_event) -> cl_int;
            fn clSetUserEventStatus(event: cl_event, execution_status: cl_int) -> cl_int;
            fn clSetEventCallback(
                event: cl_event, command_exec_callback_type: cl_int, pfn_notify: EventCallback, user_data: *mut c_void
            ) -> cl_int;
            fn clGetEventProfilingInfo(
                event: cl_event, param_name: cl_profiling_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;

            // Flush and finish.
            fn clFlush(command_queue: cl_command_queue) -> cl_int;
            fn clFinish(command_queue: cl_command_queue) -> cl_int;

            // Enqueued commands.
            fn clEnqueueReadBuffer(
                command_queue: cl_command_queue, buffer: cl_mem, blocking_read: cl_bool, offset: size_t, cb: size_t, ptr: *mut c_void,
                num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueReadBufferRect(
                command_queue: cl_command_queue, buffer: cl_mem, blocking_read: cl_bool, buffer_origin: *const size_t,
                host_origin: *const size_t, region: *const size_t, buffer_row_pitch: size_t, buffer_slc_pitch: size_t,
                host_row_pitch: size_t, host_slc_pitch: size_t, ptr: *mut c_void, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueWriteBuffer(
                command_queue: cl_command_queue, buffer: cl_mem, blocking_write: cl_bool, offset: size_t, cb: size_t, ptr: *const c_void,
                num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueWriteBufferRect(
                command_queue: cl_command_queue, buffer: cl_mem, blocking_write: cl_bool, buffer_origin: *const size_t,
                host_origin: *const size_t, region: *const size_t, buffer_row_pitch: size_t, buffer_slc_pitch: size_t,
                host_row_pitch: size_t, host_slc_pitch: size_t, ptr: *const c_void, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueFillBuffer(
                command_queue: cl_command_queue, buffer: cl_mem, pattern: *const c_void, pattern_size: size_t, offset: size_t,
                size: size_t, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueCopyBuffer(
                command_queue: cl_command_queue, src_buffer: cl_mem, dst_buffer: cl_mem, src_offset: size_t, dst_offset: size_t,
                cb: size_t, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueCopyBufferRect(
                command_queue: cl_command_queue, src_buffer: cl_mem, dst_buffer: cl_mem, src_origin: *const size_t,
                dst_origin: *const size_t, region: *const size_t, src_row_pitch: size_t, src_slc_pitch: size_t, dst_row_pitch: size_t,
                dst_slc_pitch: size_t, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueReadImage(
                command_queue: cl_command_queue, image: cl_mem, blocking_read: cl_bool, origin: *const size_t, region: *const size_t,
                row_pitch: size_t, slc_pitch: size_t, ptr: *mut c_void, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueWriteImage(
                command_queue: cl_command_queue, image: cl_mem, blocking_write: cl_bool, origin: *const size_t, region: *const size_t,
                input_row_pitch: size_t, input_slc_pitch: size_t, ptr: *const c_void, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueFillImage(
                command_queue: cl_command_queue, image: cl_mem, fill_color: *const c_void, origin: *const size_t, region: *const size_t,
                num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueCopyImage(
                command_queue: cl_command_queue, src_image: cl_mem, dst_image: cl_mem, src_origin: *const size_t,
                dst_origin: *const size_t, region: *const size_t, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event,
                event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueCopyImageToBuffer(
                command_queue: cl_command_queue, src_image: cl_mem, dst_buffer: cl_mem, src_origin: *const size_t, region: *const size_t,
                dst_offset: size_t, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueCopyBufferToImage(
                command_queue: cl_command_queue, src_buffer: cl_mem, dst_image: cl_mem, src_offset: size_t, dst_origin: *const size_t,
                region: *const size_t, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueMapBuffer(
                command_queue: cl_command_queue, buffer: cl_mem, blocking_map: cl_bool, map_flags: cl_map_flags, offset: size_t,
                size: size_t, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event; errcode_ret
            ) -> *mut c_void;
            fn clEnqueueMapImage(
                command_queue: cl_command_queue, image: cl_mem, blocking_map: cl_bool, map_flags: cl_map_flags, origin: *const size_t,
                region: *const size_t, image_row_pitch: *mut size_t, image_slc_pitch: *mut size_t, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event; errcode_ret
            ) -> *mut c_void;
            fn clEnqueueUnmapMemObject(
                command_queue: cl_command_queue, memobj: cl_mem, mapped_ptr: *mut c_void, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueMigrateMemObjects(
                command_queue: cl_command_queue, num_mem_objects: cl_uint, mem_objects: *const cl_mem, flags: cl_mem_migration_flags,
                num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueNDRangeKernel(
                command_queue: cl_command_queue, kernel: cl_kernel, work_dim: cl_uint, global_work_offset: *const size_t,
                global_work_dims: *const size_t, local_work_dims: *const size_t, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueTask(
                command_queue: cl_command_queue, kernel: cl_kernel, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event,
                event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueNativeKernel(
                command_queue: cl_command_queue, user_func: NativeKernel, args: *mut c_void, cb_args: size_t, num_mem_objects: cl_uint,
                mem_list: *const cl_mem, args_mem_loc: *const *const c_void, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueMarker(command_queue: cl_command_queue, event: *mut cl_event) -> cl_int;
            fn clEnqueueMarkerWithWaitList(
                command_queue: cl_command_queue, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueWaitForEvents(command_queue: cl_command_queue, num_events: cl_uint, event_list: *mut cl_event) -> cl_int;
            fn clEnqueueBarrierWithWaitList(
                command_queue: cl_command_queue, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueSVMFree(
                command_queue: cl_command_queue, num_svm_pointers: cl_uint, svm_pointers: *const *const c_void,
                pfn_free_func: SvmFreeCallback, user_data: *mut c_void, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueSVMMemcpy(
                command_queue: cl_command_queue, blocking_copy: cl_bool, dst_ptr: *mut c_void, src_ptr: *const c_void, size: size_t,
                num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueSVMMemFill(
                command_queue: cl_command_queue, svm_ptr: *mut c_void, pattern: *const c_void, pattern_size: size_t, size: size_t,
                num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueSVMMap(
                command_queue: cl_command_queue, blocking_map: cl_bool, flags: cl_map_flags, svm_ptr: *mut c_void, size: size_t,
                num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueSVMUnmap(
                command_queue: cl_command_queue, svm_ptr: *mut c_void, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueSVMMigrateMem(
                command_queue: cl_command_queue, num_svm_pointers: cl_uint, svm_pointers: *const *const c_void, sizes: *const size_t,
                flags: cl_mem_migration_flags, num_events_in_wait_list: cl_uint, event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueBarrier(command_queue: cl_command_queue) -> cl_int;

            // Extensions.
            fn clGetExtensionFunctionAddress(func_name: *const c_char) -> *mut c_void;
            fn clGetExtensionFunctionAddressForPlatform(platform: cl_platform_id, func_name: *const c_char) -> *mut c_void;

            // Sharing with OpenGL (in `cl_gl_h.rs`).
            fn clCreateFromGLBuffer(context: cl_context, flags: cl_mem_flags, bufobj: cl_GLuint; errcode_ret) -> cl_mem;
            fn clCreateFromGLTexture(
                context: cl_context, flags: cl_mem_flags, texture_target: cl_GLenum, miplevel: cl_GLint, texture: cl_GLuint; errcode_ret
            ) -> cl_mem;
            fn clGetGLObjectInfo(memobj: cl_mem, gl_object_type: *mut cl_gl_object_type, gl_object_name: *mut cl_GLuint) -> cl_int;
            fn clGetGLTextureInfo(
                memobj: cl_mem, param_name: cl_gl_texture_info, param_value_size: size_t, param_value: *mut c_void,
                param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clCreateFromGLRenderbuffer(context: cl_context, flags: cl_mem_flags, renderbuffer: cl_GLuint; errcode_ret) -> cl_mem;
            fn clEnqueueAcquireGLObjects(
                command_queue: cl_command_queue, num_objects: cl_uint, mem_objects: *const cl_mem, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clEnqueueReleaseGLObjects(
                command_queue: cl_command_queue, num_objects: cl_uint, mem_objects: *const cl_mem, num_events_in_wait_list: cl_uint,
                event_wait_list: *const cl_event, event: *mut cl_event
            ) -> cl_int;
            fn clGetGLContextInfoKHR(
                properties: *const cl_context_properties, param_name: cl_gl_context_info, param_value_size: size_t,
                param_value: *mut c_void, param_value_size_ret: *mut size_t
            ) -> cl_int;
            fn clCreateFromGLTexture2D(
                context: cl_context, flags: cl_mem_flags, texture_target: cl_GLenum, miplevel: cl_GLint, texture: cl_GLuint; errcode_ret
            ) -> cl_mem;
            fn clCreateFromGLTexture3D(
                context: cl_context, flags: cl_mem_flags, texture_target: cl_GLenum, miplevel: cl_GLint, texture: cl_GLuint; errcode_ret
            ) -> cl_mem;
        }
    };
}
